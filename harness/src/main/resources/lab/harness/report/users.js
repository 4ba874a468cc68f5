// Throughput and latency against users, where variants have several load points, with the law's two lines drawn in:
// Little's, min(users, slots) / latency, and from where it is lower the CPU's, cores / CPU time a request.
const LITTLE = { stroke: known, dash: [6, 4], width: 1.25 };
const CPU = { dash: [2, 3], width: 2 };

const average = (list) => list.length === 0 ? null : list.reduce((a, b) => a + b, 0) / list.length;

// What the law says of one variant: throughput by users, as points between which it is straight.
function lawOf(runs) {
  const points = [...new Set(runs.map((run) => run.users))].sort((a, b) => a - b);
  const of = (users, key) => average(runs.filter((run) => run.users === users && run[key] != null).map((run) => run[key]));
  const { variant, place, knee, cpu } = runs[0];
  const little = points.map((users) => [users, of(users, 'law')]).filter(([, y]) => y != null);
  if (knee && knee.cause !== 'CPU') little.push([knee.users, of(knee.above, 'law')]);
  little.sort((a, b) => a[0] - b[0]);
  const over = little.findIndex(([, y]) => cpu != null && y > cpu);
  // Before it meets Little's line the CPU's is no limit. The first piece of that line ends in the origin.
  const meets = over < 0 ? null : over === 0 ? little[0][0] * cpu / little[0][1]
    : little[over - 1][0] + (little[over][0] - little[over - 1][0]) * (cpu - little[over - 1][1]) / (little[over][1] - little[over - 1][1]);
  const full = meets == null ? [] : [[meets, cpu], ...points.filter((users) => users > meets).map((users) => [users, cpu])];
  const mark = knee && { x: knee.users, y: knee.cause === 'CPU' ? knee.users * little[0][1] / little[0][0] : of(knee.above, 'law'), knee };
  return { variant, place, little, full, mark, rate: points.map((users) => [users, of(users, 'mean')]), latency: points.map((users) => [users, of(users, 'latency')]) };
}

// A diamond at each knee, and where there is room the cause and the users.
function marks(laws, height, labelled) {
  return (u) => {
    const ratio = devicePixelRatio;
    const taken = [];
    u.ctx.save();
    u.ctx.setLineDash([]);
    u.ctx.font = FONT.replace('12px', 12.5 * ratio + 'px');
    u.ctx.textAlign = 'right';
    u.ctx.textBaseline = 'bottom';
    u.ctx.lineJoin = 'round';
    for (const { mark } of laws.filter((law) => law.mark)) {
      const x = u.valToPos(mark.x, 'x', true);
      const y = u.valToPos(height(mark), 'y', true);
      const r = 6 * ratio;
      u.ctx.beginPath();
      [[0, -r], [r, 0], [0, r], [-r, 0], [0, -r]].forEach(([dx, dy], i) => i === 0 ? u.ctx.moveTo(x + dx, y + dy) : u.ctx.lineTo(x + dx, y + dy));
      u.ctx.fillStyle = variable('--paper');
      u.ctx.strokeStyle = variable('--ink');
      u.ctx.lineWidth = 2 * ratio;
      u.ctx.fill();
      u.ctx.stroke();
      if (!labelled) continue;
      let at = y - 8 * ratio;
      while (taken.some(([tx, ty]) => Math.abs(tx - x) < 130 * ratio && Math.abs(ty - at) < 16 * ratio)) at -= 16 * ratio;
      taken.push([x, at]);
      const words = mark.knee.cause + ', ' + figure(mark.x, 0);
      const right = Math.max(x - 6 * ratio, u.bbox.left + u.ctx.measureText(words).width + 4 * ratio);
      u.ctx.strokeStyle = variable('--paper');
      u.ctx.lineWidth = 4 * ratio;
      u.ctx.strokeText(words, right, at);
      u.ctx.fillStyle = variable('--ink');
      u.ctx.fillText(words, right, at);
    }
    u.ctx.restore();
  };
}

function against(box, laws, { title, unit, digits, key, law, height, little, cpu, labelled }) {
  const lines = [...laws.map((line) => ({ name: line.variant, place: line.place, points: line[key], width: 2.25, stroke: colour(line.place), dash: dash(line.place), shown: true })),
    ...laws.map((line) => ({ name: line.variant + ', Little’s law', points: line.little.map(law), ...LITTLE })),
    ...laws.filter((line) => line.full.length > 0).map((line) => ({ name: line.variant + ', CPU ceiling', points: line.full.map(law), ...CPU, stroke: colour(line.place) }))];
  const data = uPlot.join(lines.map((line) => [line.points.map(([x]) => x), line.points.map(([, y]) => y)]));
  const measured = lines.filter((line) => line.shown);
  const value = (v) => figure(v, digits) + ' ' + unit;
  box.append(element('h3', title));
  legend(box, [...measured.map((line) => ({ name: line.name, place: line.place })),
    { name: 'Little’s law: ' + little, stroke: 'var(--known)', dashes: LITTLE.dash },
    ...(lines.some((line) => line.dash === CPU.dash) ? [{ name: 'CPU of the variant of that colour: ' + cpu, stroke: 'var(--ink)', dashes: CPU.dash }] : [])]);
  draw(box, {
    height: 340,
    words: measured.map((line) => line.name + ': ' + line.points.map(([x, y]) => value(y) + ' at ' + x + ' users').join(', ')).join('; '),
    data,
    options: {
      scales: { x: { time: false, range: [0, data[0].at(-1) * 1.03] }, y: fromZero(most(lines.map((line) => line.points.map(([, y]) => y)))) },
      axes: [axis('users'), vertical(unit, { size: 56 })],
      series: [{ text: (v) => figure(v, 0) + ' users' }, ...lines.map((line) => ({ label: line.name, text: value, spanGaps: true,
        stroke: line.stroke, dash: line.dash, width: line.width, points: { show: line.shown === true, size: 7 } }))],
      ...(roomy(box) ? { padding: [8, GUTTER, 0, 0] } : {}),
      hooks: { draw: [marks(laws, height, labelled && roomy(box)), ...(roomy(box) ? [names(measured)] : [])] },
    },
  });
  dataTable(box, title.toLowerCase(), ['users', ...lines.map((line) => line.name + ', ' + unit)],
    () => data[0].map((x, i) => [x, ...data.slice(1).map((column) => column[i])]));
}

function users(parent, runs) {
  const groups = [...new Set(runs.map((run) => run.variant))].map((variant) => runs.filter((run) => run.variant === variant));
  const laws = groups.filter((group) => new Set(group.map((run) => run.users)).size > 1).map(lawOf);
  if (laws.length === 0) return;
  const box = parent.appendChild(element('div', null, 'chart'));
  against(box, laws, { title: 'Throughput against users', unit: 'req/s', digits: 1, key: 'rate', law: (point) => point, height: (mark) => mark.y,
    little: 'min(users, slots) ÷ latency', cpu: 'cores ÷ CPU a request', labelled: true });
  against(box, laws, { title: 'Mean latency against users', unit: 'ms', digits: 0, key: 'latency',
    law: ([x, y]) => [x, 1000 * x / y], height: (mark) => 1000 * mark.x / mark.y,
    little: 'users ÷ its throughput', cpu: 'users × CPU a request ÷ cores', labelled: false });
  const knees = laws.filter((law) => law.mark);
  if (knees.length === 0) return;
  box.append(element('p', '◇ A knee: from there on more users wait longer and get no more done, and this is why:', 'note'));
  const list = box.appendChild(element('ul', null, 'knees'));
  for (const { variant, mark } of knees) list.append(element('li', variant + ' ' + mark.knee.words));
}
