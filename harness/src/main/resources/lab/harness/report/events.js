// Draws the events of a program in order: a row for each thread, or for each kind of event without a thread; a shape for each kind.
const SHAPES = [
  (c, r) => c.arc(0, 0, r, 0, 2 * Math.PI), (c, r) => c.rect(-r, -r, 2 * r, 2 * r),
  (c, r) => { c.moveTo(0, -1.3 * r); c.lineTo(1.3 * r, 0); c.lineTo(0, 1.3 * r); c.lineTo(-1.3 * r, 0); },
  (c, r) => { c.moveTo(0, -1.2 * r); c.lineTo(1.2 * r, r); c.lineTo(-1.2 * r, r); },
  (c, r) => { c.moveTo(0, 1.2 * r); c.lineTo(1.2 * r, -r); c.lineTo(-1.2 * r, -r); }, (c, r) => c.rect(-0.45 * r, -1.2 * r, 0.9 * r, 2.4 * r),
];
const SIGNS = ['●', '■', '◆', '▲', '▼', '▮'];
const MOST_ROWS = 40;

function shapes(events, rows, rowOf, kinds) {
  return (u) => {
    const ratio = devicePixelRatio;
    for (const event of events) {
      const kind = kinds.indexOf(event.event);
      u.ctx.save();
      u.ctx.translate(u.valToPos(event.at, 'x', true), u.valToPos(rows.indexOf(rowOf(event)), 'y', true));
      u.ctx.fillStyle = colour(kind)();
      u.ctx.strokeStyle = variable('--paper');
      u.ctx.lineWidth = ratio;
      u.ctx.beginPath();
      SHAPES[kind % SHAPES.length](u.ctx, 5.5 * ratio);
      u.ctx.closePath();
      u.ctx.fill();
      u.ctx.stroke();
      u.ctx.restore();
    }
  };
}

function events(parent, runs) {
  const told = runs.filter((run) => run.events.length > 0);
  parent.classList.replace('charts', 'chart');
  const kinds = [...new Set(told.flatMap((run) => run.events.map(({ event }) => event)))];
  const range = [0, 1.02 * most(told.map((run) => run.events.map(({ at }) => at))) || 1];
  const list = parent.appendChild(element('ul', null, 'legend'));
  kinds.forEach((kind, i) => {
    const item = list.appendChild(element('li'));
    item.append(element('span', SIGNS[i % SIGNS.length] + ' ', 'v' + (i % 6 + 1) + ' sign'), kind);
  });
  for (const run of runs) {
    const sorted = [...run.events].sort((a, b) => a.at - b.at);
    const byThread = (event) => String(event.attributes.thread ?? event.event);
    const rowOf = new Set(sorted.map(byThread)).size > MOST_ROWS ? (event) => event.event : byThread;
    const rows = [...new Set(sorted.map(rowOf))];
    const counts = kinds.map((kind) => [kind, sorted.filter(({ event }) => event === kind).length]).filter(([, count]) => count > 0);
    const told = ({ at, event, attributes }) => figure(at, 3) + ': ' + event + Object.entries(attributes).map(([name, value]) => ', ' + name + ' ' + value).join('');
    draw(parent, {
      caption: run.variant,
      detail: counts.map(([kind, count]) => count + ' ' + kind).join(', '),
      height: 70 + 20 * Math.max(2, rows.length),
      words: sorted.length === 0 ? 'no events were recorded' : run.variant + ': ' + counts.map(([kind, count]) => count + ' ' + kind).join(', '),
      data: sorted.length > 0 && [sorted.map(({ at }) => at), sorted.map((event) => rows.indexOf(rowOf(event)))],
      options: {
        scales: { x: { time: false, range }, y: { range: [-0.7, rows.length - 0.3], dir: -1 } },
        axes: [axis('milliseconds since the start, or step'),
          vertical('', { size: roomy(parent) ? 150 : 96, splits: () => rows.map((row, i) => i),
            values: (u, splits) => splits.map((i) => roomy(parent) || rows[i].length < 14 ? rows[i] : '…' + rows[i].slice(-12)) })],
        series: [{ text: (at, i) => told(sorted[i]) }, { label: '', stroke: 'transparent', paths: () => null, points: { show: false } }],
        hooks: { draw: [shapes(sorted, rows, rowOf, kinds)] },
      },
    });
  }
}
