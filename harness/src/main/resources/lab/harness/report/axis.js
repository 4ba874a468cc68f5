// Draws the compared metric against the axis, a line for each variant, with the ceilings: Little's law or that of a program,
// and the CPU's (cores / CPU time a request) from the point on at which it is lower.
const LAW = { stroke: known, dash: [6, 4], width: 1.25 };
const CPU = { dash: [2, 3], width: 2 };

const average = (list) => list.length === 0 ? null : list.reduce((a, b) => a + b, 0) / list.length;

// Computes the line of the law for one variant: the points between which throughput is a straight line. Where requests wait
// longer at a higher point, as in a path that holds the axis, throughput falls in a curve beyond the knee, drawn in four pieces.
function lawOf(runs) {
  const points = [...new Set(runs.map((run) => run.point))].sort((a, b) => a - b);
  const of = (point, key) => average(some(runs.filter((run) => run.point === point).map((run) => run[key])));
  const { variant, place } = runs[0];
  const knee = DATA.knees.find(({ variants, above }) => variants.includes(variant) && of(above, 'law') != null);
  const cpu = average(some(runs.map((run) => run.cpu)));
  const law = points.map((point) => [point, of(point, 'law')]).filter(([, y]) => y != null);
  const slots = knee && knee.cause !== 'CPU' ? knee.at : null;
  if (slots != null) {
    const [below, above] = [knee.below / of(knee.below, 'law'), slots / of(knee.above, 'law')];
    const allowed = (x) => [x, slots / (below + (above - below) * (x - knee.below) / (knee.above - knee.below))];
    law.push(...(Math.abs(above / below - 1) < 0.01 ? [0] : [0, 0.25, 0.5, 0.75]).map((part) => allowed(slots + part * (knee.above - slots))));
  }
  law.sort((a, b) => a[0] - b[0]);
  const over = law.findIndex(([, y]) => cpu != null && y > cpu);
  // The CPU limits only beyond the point where its line meets Little's, whose first piece begins at the origin.
  const meets = over < 0 ? null : over === 0 ? law[0][0] * cpu / law[0][1]
    : law[over - 1][0] + (law[over][0] - law[over - 1][0]) * (cpu - law[over - 1][1]) / (law[over][1] - law[over - 1][1]);
  const full = meets == null ? [] : [[meets, cpu], ...points.filter((point) => point > meets).map((point) => [point, cpu])];
  const mark = knee && { x: knee.at, y: knee.cause === 'CPU' ? knee.at * law[0][1] / law[0][0] : law.find(([x]) => x === slots)[1], knee };
  // Users without a connection wait for no answer.
  const served = (x) => knee?.cause === 'server connections' ? Math.min(x, slots) : x;
  return { variant, place, law, served, full, mark, latency: points.map((point) => [point, of(point, 'latency')]),
    rate: points.map((point) => [point, of(point, 'value')]).map(([point, value]) => [point, value == null ? null : DATA.metric.factor * value]) };
}

// Draws a diamond at each knee, with its cause and its users on a wide page.
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

// Draws the 95 % interval of each point in the colour of its variant.
function whiskers(laws) {
  return (u) => {
    const ratio = devicePixelRatio;
    u.ctx.save();
    u.ctx.lineWidth = 2 * ratio;
    for (const { variant, point, low, high } of DATA.intervals) {
      const law = laws.find((one) => one.variant === variant);
      if (!law) continue;
      const x = u.valToPos(point, 'x', true);
      const [bottom, top] = [Math.max(0, low), high].map((value) => u.valToPos(DATA.metric.factor * value, 'y', true));
      u.ctx.strokeStyle = colour(law.place)();
      u.ctx.beginPath();
      for (const [x1, y1, x2, y2] of [[x, bottom, x, top], [x - 5 * ratio, bottom, x + 5 * ratio, bottom], [x - 5 * ratio, top, x + 5 * ratio, top]]) {
        u.ctx.moveTo(x1, y1);
        u.ctx.lineTo(x2, y2);
      }
      u.ctx.stroke();
    }
    u.ctx.restore();
  };
}

function against(box, laws, { title, unit, digits, key, name, law, height, words, hooks }) {
  const drawn = (one, points) => law ? points.map((point) => law(point, one.served)) : [];
  const measured = laws.map((one) => ({ name: one.variant, place: one.place, points: one[key], width: 2.25, stroke: colour(one.place), dash: dash(one.place), shown: true }));
  // Measured lines are drawn over the ceilings.
  const lines = [...laws.filter((one) => drawn(one, one.law).length > 0).map((one) => ({ name: one.variant + ', ' + words.law, points: drawn(one, one.law), ...LAW })),
    ...laws.filter((one) => drawn(one, one.full).length > 0).map((one) => ({ name: one.variant + ', CPU ceiling', points: drawn(one, one.full), ...CPU, stroke: colour(one.place) })),
    ...measured];
  const data = uPlot.join(lines.map((one) => [one.points.map(([x]) => x), one.points.map(([, y]) => y)]));
  const value = (v) => figure(v, digits) + ' ' + unit;
  box.append(element('h3', title));
  legend(box, [...measured.map((one) => ({ name: one.name, place: one.place })),
    ...(lines.some((one) => one.dash === LAW.dash) ? [{ name: words.law + ': ' + words.formula, stroke: 'var(--known)', dashes: LAW.dash }] : []),
    ...(lines.some((one) => one.dash === CPU.dash) ? [{ name: 'CPU ceiling of the variant of that colour: ' + words.cpu, stroke: 'var(--ink)', dashes: CPU.dash }] : [])]);
  const top = most([...lines.map((one) => some(one.points.map(([, y]) => y))), hooks ? DATA.intervals.map(({ high }) => DATA.metric.factor * high) : []]);
  draw(box, {
    height: 340,
    words: measured.map((one) => one.name + ': ' + one.points.map(([x, y]) => value(y) + ' at ' + x + ' ' + name).join(', ')).join('; '),
    data,
    options: {
      scales: { x: { time: false, range: [0, data[0].at(-1) * 1.03] }, y: fromZero(top) },
      axes: [axis(name), vertical(unit, { size: 56 })],
      series: [{ text: (v) => figure(v, 2) + ' ' + name }, ...lines.map((one) => ({ label: one.name, text: value, spanGaps: true,
        stroke: one.stroke, dash: one.dash, width: one.width, points: { show: one.shown === true, size: 7 } }))],
      ...(roomy(box) ? { padding: [8, GUTTER, 0, 0] } : {}),
      hooks: { draw: [...(hooks ?? []), marks(law ? laws : [], height, hooks != null && roomy(box)), ...(roomy(box) ? [names(measured, lines.length - measured.length)] : [])] },
    },
  });
  dataTable(box, title.toLowerCase(), [name, ...lines.map((one) => one.name + ', ' + unit)],
    () => data[0].map((x, i) => [x, ...data.slice(1).map((column) => column[i])]));
}

function againstAxis(parent, runs) {
  const laws = [...new Set(runs.map((run) => run.variant))].map((variant) => lawOf(runs.filter((run) => run.variant === variant)))
    .filter(({ rate }) => some(rate.map(([, y]) => y)).length > 1);
  if (laws.length === 0) return;
  parent.classList.replace('charts', 'chart');
  const name = runs[0].axis === 'rate' ? 'arrivals/s' : runs[0].axis;
  const { label, unit, digits } = DATA.metric;
  const service = runs.some((run) => run.latency != null);
  const title = label[0].toUpperCase() + label.slice(1) + ' against ' + name;
  against(parent, laws, { title, unit, digits, key: 'rate', name, law: (point) => point, height: (mark) => mark.y, hooks: [whiskers(laws)],
    words: service ? { law: 'Little’s law', formula: 'min(users, slots) ÷ latency', cpu: 'cores ÷ CPU a request' } : { law: 'ceiling', formula: 'min(threads, cores) ÷ service time' } });
  if (service) {
    against(parent, laws, { title: 'Mean latency against ' + name, unit: 'ms', digits: 0, key: 'latency', name,
      law: name === 'users' ? ([x, y], served) => [x, 1000 * served(x) / y] : null, height: (mark) => 1000 * mark.x / mark.y,
      words: { law: 'Little’s law', formula: 'users ÷ its throughput', cpu: 'users × CPU a request ÷ cores' } });
  }
  const knees = laws.filter((law) => law.mark);
  if (knees.length === 0) return;
  parent.append(element('p', '◇ A knee: beyond it, more ' + name + ' raise the latency and no longer the throughput, because of this limit:', 'note'));
  const list = parent.appendChild(element('ul', null, 'knees'));
  for (const { variant, mark: { knee } } of knees) {
    list.append(element('li', variant + (knee.cause === 'CPU' ? ' between ' + knee.below + ' and ' + knee.above : ' at ' + figure(knee.at, 0)) + ' ' + name + ': ' + knee.cause));
  }
}
