// Latency percentiles on an axis of 1 / (1 - p), as HdrHistogram draws them.
const PERCENTILES = [[1, '0 %'], [2, '50 %'], [10, '90 %'], [100, '99 %'], [1000, '99.9 %'], [10000, '99.99 %'], [100000, '99.999 %'], [1e6, '99.9999 %']];
const tail = (share) => 1 / (1 - share);

// Selects one run for each distribution of the backend's delays: the one with the longest curve.
function delays(runs) {
  const found = new Map();
  for (const run of runs) {
    const there = found.get(run.delay);
    if (run.latencies.knownMillis.length > 0 && (!there || there.latencies.shares.length < run.latencies.shares.length)) found.set(run.delay, run);
  }
  return [...found.values()];
}

function percentiles(parent, runs) {
  parent.classList.replace('charts', 'chart');
  const shown = runs.filter((run) => run.latencies != null);
  const alone = delays(shown);
  const lines = [...shown.map((run) => ({ name: run.variant, x: run.latencies.shares.map(tail), y: run.latencies.millis, stroke: colour(run.place), dashes: dash(run.place), place: run.place })),
    ...alone.map((run) => ({ name: 'backend alone, ' + run.delay, x: run.latencies.shares.map(tail), y: run.latencies.knownMillis, short: 'backend alone', stroke: known, dashes: [3, 4], css: 'var(--known)' }))];
  if (lines.length > 0) legend(parent, lines.map((line) => ({ name: line.name, place: line.place, stroke: line.css, dashes: line.dashes })));
  const right = most(lines.map((line) => line.x));
  const at = (run, share) => run.latencies.millis[run.latencies.shares.findIndex((s) => s >= share)];
  draw(parent, {
    height: 320,
    words: shown.length === 0 ? 'no request ended in the window'
      : 'Latency: ' + shown.map((run) => run.variant + ' median ' + figure(at(run, 0.5)) + ' ms, 99 % within ' + figure(at(run, 0.99)) + ' ms').join('; '),
    data: lines.length > 0 && uPlot.join(lines.map((line) => [line.x, line.y])),
    options: {
      scales: { x: { time: false, distr: 3, range: [1, right] }, y: fromZero(most(lines.map((line) => line.y))) },
      axes: [axis('share of requests this quick or quicker', {
        splits: () => PERCENTILES.map(([x]) => x).filter((x) => x <= right && (x > 1 || roomy(parent))),
        filter: (u, splits) => splits,
        values: (u, splits) => splits.map((x) => (PERCENTILES.find(([p]) => p === x) ?? [0, ''])[1]),
      }), vertical('ms', { size: 56 })],
      series: [{ text: (v) => figure(100 - 100 / v, 4) + ' %' },
        ...lines.map((line) => ({ label: line.name, text: (v) => figure(v, 0) + ' ms', stroke: line.stroke, dash: line.dashes, width: 2.25, spanGaps: true, points: { show: false } }))],
      ...(roomy(parent) ? { padding: [8, GUTTER, 0, 0], hooks: { draw: [names(lines)] } } : {}),
    },
  });
  dataTable(parent, 'latency percentiles', ['share', ...lines.map((line) => line.name + ', ms')],
    () => merged(lines.map((line) => [line.x, line.y])).map(([x, ...rest]) => [figure(100 - 100 / x, 4) + ' %', ...rest]));
}

function distribution(parent, runs) {
  const shown = runs.filter((run) => run.latencies != null);
  const percent = (list) => list.map((share) => share * 100);
  const end = most([shown.map((run) => run.latencies.bins.shares.length * run.latencies.bins.widthMillis)]);
  const top = most(shown.map((run) => percent([...run.latencies.bins.shares, ...run.latencies.bins.knownShares])));
  for (const run of runs) {
    const { widthMillis: width = 0, shares: share = [], knownShares = [], beyond = 0 } = run.latencies?.bins ?? {};
    draw(parent, {
      caption: run.variant,
      detail: share.length === 0 ? '' : 'in steps of ' + width + ' ms' + (beyond > 0 ? '; ' + beyond + ' slower ones not drawn' : ''),
      words: share.length === 0 ? 'no successful request in the window'
        : run.variant + ': latencies from 0 to ' + share.length * width + ' ms, most often ' + share.indexOf(Math.max(...share)) * width + ' ms',
      data: share.length > 0 && [share.map((s, i) => i * width), percent(share), share.map((s, i) => knownShares.length > 0 ? 100 * knownShares[i] : null)],
      options: {
        scales: { x: { time: false, range: [0, end] }, y: fromZero(top) },
        axes: [axis('latency, ms'), vertical('% of requests')],
        series: [{ text: (v) => figure(v, 0) + ' to ' + figure(v + width, 0) + ' ms' },
          { label: 'measured', text: (v) => figure(v, 2) + ' %', stroke: colour(run.place), width: 0,
            fill: () => colour(run.place)() + 'bf', paths: uPlot.paths.bars({ size: [0.86, Infinity], align: 1 }), points: { show: false } },
          { label: 'backend alone', text: (v) => figure(v, 2) + ' %', stroke: () => variable('--ink'), width: 1.5, dash: [6, 4],
            paths: uPlot.paths.stepped({ align: 1 }), points: { show: false } }],
      },
    });
  }
  dataTable(parent, 'latency distribution', ['from ms', ...shown.flatMap((run) => [run.variant + ', %', 'backend alone, %'])],
    () => merged(shown.flatMap(({ latencies: { bins } }) => {
      const x = bins.shares.map((s, i) => i * bins.widthMillis);
      return [[x, percent(bins.shares)], [x, x.map((v, i) => bins.knownShares.length > 0 ? 100 * bins.knownShares[i] : null)]];
    })));
}
