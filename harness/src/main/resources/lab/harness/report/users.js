// Throughput against users, where an experiment has several load points: each variant with its ceiling.
function users(parent, runs) {
  const points = [...new Set(runs.map((run) => run.users))].sort((a, b) => a - b);
  if (points.length < 2) return;
  const average = (list) => list.length === 0 ? null : list.reduce((a, b) => a + b, 0) / list.length;
  const variants = [...new Map(runs.map((run) => [run.variant, run.place]))];
  const lines = ['mean', 'ceiling'].flatMap((key) => variants.map(([variant, place]) => ({
    name: variant + (key === 'ceiling' ? ', ceiling' : ''), place, ceiling: key === 'ceiling',
    y: points.map((n) => average(runs.filter((run) => run.variant === variant && run.users === n && run[key] != null).map((run) => run[key]))),
  })));
  const measured = lines.filter((line) => !line.ceiling);
  const box = parent.appendChild(element('div', null, 'chart'));
  box.append(element('h3', 'Throughput against users'));
  legend(box, [...measured.map((line) => ({ name: line.name, place: line.place })),
    { name: 'the ceiling of each', stroke: 'var(--soft)', dashes: [3, 4] }]);
  draw(box, {
    height: 320,
    words: measured.map((line) => line.name + ': '
      + points.map((n, i) => figure(line.y[i]) + ' req/s at ' + n + ' users').join(', ')).join('; '),
    data: [points, ...lines.map((line) => line.y)],
    options: {
      scales: { x: { time: false, range: [0, points.at(-1) * 1.03] }, y: fromZero(most(lines.map((line) => line.y.filter((v) => v != null)))) },
      axes: [axis('users'), vertical('req/s')],
      series: [{ text: (v) => v + ' users' }, ...lines.map((line) => ({ label: line.name, text: (v) => figure(v) + ' req/s', spanGaps: true,
        stroke: line.ceiling ? known : colour(line.place), dash: line.ceiling ? [3, 4] : dash(line.place), width: line.ceiling ? 1.25 : 2.25,
        points: { show: !line.ceiling, size: 7 } }))],
      ...(roomy(box) ? { padding: [8, GUTTER, 0, 0], hooks: { draw: [names(measured)] } } : {}),
    },
  });
  dataTable(box, 'throughput against users', ['users', ...lines.map((line) => line.name + ', req/s')],
    () => points.map((n, i) => [n, ...lines.map((line) => line.y[i])]));
}
