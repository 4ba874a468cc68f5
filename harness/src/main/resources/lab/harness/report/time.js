// Draws values over time: a chart for each run, all with the same axes.
const BREAKER = ['closed', 'half-open', 'open'];
const own = (run) => colour(run.place);
const soft = () => () => variable('--soft');
const line = (track, label, stroke = own, dashes = []) => ({ track, label, stroke, dashes });
// A line that has the same colour in the charts of all variants.
const fixed = (track, label, place, dashes) => ({ ...line(track, label, () => colour(place), dashes), place });

// A cause keeps its colour and its dashes in every chart.
function causes(runs) {
  const names = [...new Set(runs.flatMap((run) => Object.keys(run.tracks).filter((name) => name.startsWith('errors: '))))].sort();
  return names.map((name, i) => fixed(name, name.slice('errors: '.length), 1 + i % 5, dash(1 + i % (DASHES.length - 1))));
}

const OVER_TIME = {
  throughput: { name: 'throughput', unit: 'req/s', digits: 1, stepped: true, level: true, lines: () => [line('throughput', 'throughput')] },
  timeline: { name: 'answers and failures', unit: 'req/s', digits: 1, stepped: true, legend: true, lines: (runs) => [fixed('throughput', 'successful', 0, []), ...causes(runs)] },
  latency: { name: 'mean time', unit: 'ms', digits: 0, height: 150, lines: () => [line('latency', 'mean time')] },
  inFlight: { name: 'requests in flight', unit: 'requests', digits: 0, height: 150, lines: () => [line('inFlight', 'at the clients'), line('serving', 'in the app', soft, [2, 3])] },
  breaker: { name: 'circuit breaker', unit: '', digits: 0, height: 120, stepped: true, top: 2, text: (value) => BREAKER[value] ?? '', lines: () => [line('breaker', 'breaker')] },
  threads: { name: 'threads', unit: 'threads', digits: 0, lines: () => [line('threads', 'threads')] },
  memory: { name: 'memory', unit: 'MiB', digits: 0, lines: () => [line('rss', 'resident'), line('heap', 'heap', soft, [2, 3])] },
  pauses: { name: 'collector pauses', unit: 'ms/s', digits: 0, lines: () => [line('pauses', 'paused')] },
  cpu: { name: 'CPU', unit: 'cores', digits: 2, lines: () => [line('appCpu', 'app'), line('backendCpu', 'backend', soft, [7, 4]), line('generatorCpu', 'JMeter', soft, [2, 3])] },
};

// Shades the faults, or the measured window of a run without faults.
function backdrop(run) {
  return (u) => {
    const spans = run.shades.length > 0 ? run.shades : [{ begin: run.window[0], end: run.window[1], window: true }];
    u.ctx.save();
    for (const { begin, end, window } of spans) {
      const left = u.valToPos(begin, 'x', true);
      const right = end == null ? left + 2 * devicePixelRatio : u.valToPos(end, 'x', true);
      u.ctx.fillStyle = variable(window ? '--shade' : end == null ? '--bad' : '--wrong');
      u.ctx.fillRect(left, u.bbox.top, right - left, u.bbox.height);
    }
    u.ctx.restore();
  };
}

const shaded = (run) => run.shades.map(({ kind, begin, end }) => kind + (end == null ? ' at second ' : ' from second ') + figure(begin, 0) + (end == null ? '' : ' to ' + figure(end, 0))).join(', ');

function overTime(id) {
  const kind = OVER_TIME[id];
  const text = kind.text ?? ((value) => figure(value, kind.digits) + (kind.unit ? ' ' + kind.unit : ''));
  return (parent, runs) => {
    const lines = kind.lines(runs);
    const of = (run) => lines.filter(({ track }) => some(run.tracks[track]?.values ?? []).length > 0);
    const tracks = runs.flatMap((run) => of(run).map(({ track }) => run.tracks[track]));
    const ceilings = kind.level ? some(runs.map((run) => run.ceiling)) : [];
    const top = kind.top ?? most([...tracks.map(({ values }) => some(values)), ceilings]);
    const step = (at) => kind.stepped && at.length > 1 ? at[1] - at[0] : 0;
    const range = [Math.min(0, ...tracks.map(({ at }) => at[0])), most(tracks.map(({ at }) => [at.at(-1) + step(at)]))];
    if (kind.legend) legend(parent, lines.map(({ label, place, dashes }) => ({ name: label, place, dashes })));
    for (const run of runs) {
      const shown = of(run);
      draw(parent, {
        caption: run.variant,
        detail: kind.level && run.ceiling != null ? 'ceiling ' + figure(run.ceiling) + ' req/s' : kind.legend ? shaded(run) : '',
        height: kind.height,
        words: shown.length === 0 ? 'not known' : run.variant + ', at most: '
          + shown.map(({ track, label }) => label + ' ' + text(most([some(run.tracks[track].values)]))).join(', '),
        data: shown.length > 0 && uPlot.join(shown.map(({ track }) => [run.tracks[track].at, run.tracks[track].values])),
        options: {
          scales: { x: { time: false, range }, y: fromZero(top) },
          axes: [axis('seconds since the load began'), kind.text ? vertical('', { size: 70, splits: () => [0, 1, 2], values: (u, splits) => splits.map(kind.text) }) : vertical(kind.unit)],
          series: [{ text: (value) => 'second ' + figure(value) },
            ...shown.map(({ label, stroke, dashes }) => ({ label, text, stroke: stroke(run), dash: dashes, width: 1.75, spanGaps: true,
              paths: kind.stepped ? uPlot.paths.stepped({ align: 1 }) : undefined, points: { show: false } }))],
          hooks: { drawClear: [backdrop(run)], draw: kind.level ? [level(run.ceiling)] : [] },
        },
      });
    }
    const columns = runs.flatMap((run) => of(run).map(({ track, label }) => ({ name: run.variant + ', ' + label, track: run.tracks[track] })));
    dataTable(parent, kind.name, ['second', ...columns.map(({ name }) => name + (kind.unit ? ', ' + kind.unit : ''))],
      () => merged(columns.map(({ track }) => [track.at, track.values])));
  };
}
