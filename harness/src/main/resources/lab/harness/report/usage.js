// What the processes used over time.
const bounds = (runs) => [Math.min(0, ...runs.flatMap((run) => run.usage.second)), most(runs.map((run) => run.usage.second))];

function threads(parent, runs) {
  const shown = runs.filter((run) => run.usage.second.length > 0);
  if (shown.length > 0) legend(parent, shown.map((run) => ({ name: run.name + ': at most ' + most([run.usage.threads]), place: run.place })));
  draw(parent, {
    height: 260,
    words: shown.length === 0 ? 'the probe saw nothing' : 'Platform threads at most: ' + shown.map((run) => run.name + ' ' + most([run.usage.threads])).join(', '),
    data: shown.length > 0 && uPlot.join(shown.map((run) => [run.usage.second, run.usage.threads])),
    options: {
      scales: { x: { time: false, range: bounds(shown) }, y: fromZero(most(shown.map((run) => run.usage.threads))) },
      axes: [axis('seconds since the load began'), vertical('threads')],
      series: [{ text: (v) => 'second ' + figure(v) },
        ...shown.map((run) => ({ label: run.name, text: (v) => figure(v, 0), stroke: colour(run.place), dash: dash(run.place), width: 2.25, spanGaps: true, points: { show: false } }))],
      ...(roomy(parent) ? { padding: [8, GUTTER, 0, 0], hooks: { draw: [names(shown)] } } : {}),
    },
  });
  dataTable(parent, 'threads', ['second', ...shown.map((run) => run.name)], () => merged(shown.map((run) => [run.usage.second, run.usage.threads])));
}

// A chart for each run, all on one scale.
function multiples(parent, runs, { name, unit, digits, lines }) {
  const shown = runs.filter((run) => run.usage.second.length > 0);
  const top = most(runs.flatMap((run) => lines.map((line) => run.usage[line.key].filter((v) => v != null))));
  for (const run of runs) {
    const any = run.usage.second.length > 0;
    draw(parent, {
      caption: run.name,
      height: 190,
      words: !any ? 'the probe saw nothing' : run.name + ', at most: '
        + lines.map((line) => line.label + ' ' + figure(most([run.usage[line.key]]), digits) + ' ' + unit).join(', '),
      data: any && [run.usage.second, ...lines.map((line) => run.usage[line.key])],
      options: {
        scales: { x: { time: false, range: bounds(runs) }, y: fromZero(top) },
        axes: [axis('seconds since the load began'), vertical(unit)],
        series: [{ text: (v) => 'second ' + figure(v) },
          ...lines.map((line, i) => ({ label: line.label, text: (v) => figure(v, digits) + ' ' + unit, dash: line.dash, width: i === 0 ? 2 : 1.75,
            stroke: i === 0 ? colour(run.place) : () => variable('--soft'), points: { show: false } }))],
        hooks: { drawClear: [shade(run)] },
      },
    });
  }
  dataTable(parent, name, ['second', ...shown.flatMap((run) => lines.map((line) => run.name + ', ' + line.label + ', ' + unit))],
    () => merged(shown.flatMap((run) => lines.map((line) => [run.usage.second, run.usage[line.key]]))));
}

const memory = (parent, runs) => multiples(parent, runs, {
  name: 'memory', unit: 'MiB', digits: 0,
  lines: [{ key: 'rss', label: 'resident', dash: [] }, { key: 'heap', label: 'heap', dash: [2, 3] }],
});

const cpu = (parent, runs) => multiples(parent, runs, {
  name: 'CPU', unit: 'cores', digits: 2,
  lines: [{ key: 'app', label: 'app', dash: [] }, { key: 'backend', label: 'backend', dash: [7, 4] }, { key: 'generator', label: 'JMeter', dash: [2, 3] }],
});
