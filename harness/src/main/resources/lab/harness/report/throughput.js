// Throughput over time: a chart for each run, all on one scale, with its ceiling drawn in.
function throughput(parent, runs) {
  const top = most(runs.map((run) => [...run.throughput, run.ceiling ?? 0]));
  const shown = runs.filter((run) => run.throughput.length > 0);
  const end = most(runs.map((run) => run.throughput.length * run.step));
  for (const run of runs) {
    const x = run.throughput.map((rate, i) => i * run.step);
    const inside = run.throughput.filter((rate, i) => x[i] >= run.window[0] && x[i] + run.step <= run.window[1]);
    const any = run.throughput.some((rate) => rate > 0);
    draw(parent, {
      caption: run.name,
      detail: run.ceiling == null ? '' : 'ceiling ' + figure(run.ceiling) + ' req/s',
      words: !any ? 'no successful request' : run.name + ': ' + figure(inside.length ? Math.min(...inside) : 0) + ' to '
        + figure(most(inside)) + ' requests a second in the window, ceiling ' + figure(run.ceiling),
      data: any && [x, run.throughput],
      options: {
        scales: { x: { time: false, range: [0, end] }, y: fromZero(top) },
        axes: [axis('seconds since the load began'), vertical('req/s')],
        series: [{ text: (v) => 'second ' + figure(v) + ' to ' + figure(v + run.step) },
          { label: 'throughput', text: (v) => figure(v) + ' req/s', stroke: colour(run.place), width: 1.75,
            paths: uPlot.paths.stepped({ align: 1 }), points: { show: false } }],
        hooks: { drawClear: [shade(run)], draw: [level(run.ceiling)] },
      },
    });
  }
  dataTable(parent, 'throughput', ['second', ...shown.map((run) => run.name + ', req/s')],
    () => merged(shown.map((run) => [run.throughput.map((rate, i) => i * run.step), run.throughput])));
}
