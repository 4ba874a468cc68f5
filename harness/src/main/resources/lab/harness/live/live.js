'use strict';
// The page of whoever drives the services.
const KEPT = 120;
// A reading takes 3 s at most; after a longer time nobody has read, because no page was seen or the machine slept.
const BREAK_MILLIS = 10000;
const TOKEN = { 'X-Lab-Token': document.querySelector('meta[name=token]').content };
const tell = (path, body) => post(path, body, TOKEN);
const variable = (name) => getComputedStyle(root).getPropertyValue(name).trim();

let state = { models: [], loaded: [], round: null, slowStart: false };
let seconds = [];
let last = 0;
let room = null;
const watching = by('controls').dataset.off !== '';
const cards = new Map();

// The figures of one model: its own card, made once.
function card(model, place) {
  const box = element('article', null, 'v' + (place + 1));
  box.append(element('h3', model));
  const now = element('p', null, 'now');
  const value = element('strong', '–');
  const unit = element('span');
  now.append(value, ' ', unit);
  const ceiling = element('p', null, 'ceiling');
  const plot = element('div', null, 'plot');
  plot.setAttribute('role', 'img');
  const dots = element('canvas', null, 'dots');
  dots.setAttribute('aria-hidden', 'true');
  const places = element('ol', null, 'places');
  const scale = element('p', null, 'scale');
  const facts = element('dl');
  box.append(now, ceiling, plot, dots, places, scale, facts);
  by('models').append(box);
  const chart = new uPlot(options(place), [[], [], []], plot);
  new ResizeObserver(() => {
    if (plot.clientWidth > 0) chart.setSize({ width: plot.clientWidth, height: 150 });
    drawCard(model);
  }).observe(plot);
  return { value, unit, ceiling, plot, chart, dots, places, scale, facts, threads: model === 'tomcat-platform' };
}

function options(place) {
  const soft = () => variable('--soft');
  const axis = { stroke: soft, font: '12px system-ui, sans-serif', ticks: { show: false }, grid: { stroke: () => variable('--grid'), width: 1 } };
  return {
    width: 320, height: 150, legend: { show: false }, cursor: { show: false }, padding: [8, 8, 0, 0],
    scales: { x: { time: false, range: [-KEPT, 0] }, y: { range: (u, low, high) => [0, high > 0 ? high * 1.08 : 1] } },
    axes: [{ ...axis, size: 24, values: (u, splits) => splits.map((value) => value + ' s') }, { ...axis, size: 48 }],
    series: [{},
      { stroke: () => variable('--v' + (place + 1)), width: 2, points: { show: false } },
      { stroke: () => variable('--ink'), width: 1.5, dash: [6, 4], points: { show: false } }],
  };
}

// The seconds, with an empty one before each that follows a break: no line leads over it.
const withBreaks = () => seconds.flatMap((second, i) => i > 0 && second.at - seconds[i - 1].at > BREAK_MILLIS ? [{ at: second.at - 1, models: {} }, second] : [second]);

function drawCard(model) {
  const parts = cards.get(model);
  if (!parts) return;
  const newest = seconds.at(-1);
  const now = newest?.models[model];
  parts.value.textContent = figure(now?.throughput);
  parts.unit.textContent = now || !newest ? word('perSecond') : word(watching ? 'notRunning' : 'gone');
  const idle = !now || (now.throughput + now.places.app + now.places.backend === 0 && Object.keys(now.errors).length === 0);
  parts.ceiling.textContent = now?.ceiling != null ? word('ceiling', { value: figure(now.ceiling) }) : word(idle ? 'noCeiling' : 'unknownCeiling');
  const end = newest?.at ?? 0;
  const drawn = withBreaks();
  parts.chart.setData([
    drawn.map(({ at }) => (at - end) / 1000),
    drawn.map(({ models }) => models[model]?.throughput ?? null),
    drawn.map(({ models }) => models[model]?.ceiling ?? null),
  ]);
  parts.plot.setAttribute('aria-label', word('chart', { model, now: figure(now?.throughput) }));
  drawPlaces(parts, now?.places ?? { users: null, queue: null, app: 0, backend: 0 });
  facts(parts, now);
}

// The way of the requests: users, queue, app, backend. One dot stands for so many that all fit.
function drawPlaces(parts, places) {
  const names = ['users', 'queue', parts.threads ? 'threads' : 'app', 'backend'];
  const counts = [places.users, places.queue, places.app, places.backend];
  parts.places.replaceChildren(...names.map((name, i) => {
    const item = element('li');
    item.append(element('span', word('place-' + name)), ' ', element('b', figure(counts[i])));
    return item;
  }));
  const canvas = parts.dots;
  const ratio = devicePixelRatio;
  canvas.width = canvas.clientWidth * ratio;
  canvas.height = canvas.clientHeight * ratio;
  const box = canvas.clientWidth / 4;
  const step = 6;
  const perRow = Math.max(1, Math.floor((box - 8) / step));
  const room = perRow * Math.floor(canvas.clientHeight / step);
  const each = Math.max(1, Math.ceil(Math.max(...counts.map((count) => count ?? 0)) / room));
  parts.scale.textContent = each === 1 ? word('dot') : word('dots', { count: each });
  const pen = canvas.getContext('2d');
  pen.scale(ratio, ratio);
  pen.fillStyle = pen.strokeStyle = variable('--v' + ([...cards.values()].indexOf(parts) + 1));
  counts.forEach((count, i) => {
    for (let k = 0; k < Math.ceil((count ?? 0) / each); k++) {
      pen.beginPath();
      pen.arc(i * box + 4 + (k % perRow) * step, 3 + Math.floor(k / perRow) * step, 2, 0, 7);
      if (i === 0) pen.stroke();
      else pen.fill();
    }
  });
}

function facts(parts, now) {
  const errors = Object.entries(now?.errors ?? {});
  const millis = (value) => value == null ? '–' : figure(value) + ' ms';
  const lines = [
    ['p50', millis(now?.times.p50)], ['p99', millis(now?.times.p99)], ['mean', millis(now?.times.mean)],
    ['threads', figure(now?.cost.threads)], ['carriers', figure(now?.cost.carriers)],
    ['cpu', now ? word('cores', { value: figure(now.cost.cpu, 2) }) : '–'], ['heap', now ? figure(now.cost.heapMiB) + ' MiB' : '–'],
    ['errors', errors.length === 0 ? word('noErrors') : errors.map(([cause, rate]) => (cause === 'abandoned' ? word(cause) : cause) + ' ' + figure(rate, 1) + '/s').join(', ')],
  ];
  parts.facts.replaceChildren(...lines.map(([name, value]) => {
    const line = element('div');
    line.append(element('dt', word(name)), element('dd', value, name === 'errors' && errors.length > 0 ? 'bad' : ''));
    return line;
  }));
}

function questions() {
  by('predictions').replaceChildren(...state.models.map((model) => {
    const line = element('tr');
    const tick = element('input');
    tick.type = 'checkbox';
    tick.checked = true;
    tick.id = 'use-' + model;
    const name = element('label', model);
    name.htmlFor = tick.id;
    const head = element('th');
    head.scope = 'row';
    head.append(tick, ' ', name);
    const field = element('input');
    Object.assign(field, { type: 'number', min: 0, max: 100000, step: 'any', id: 'guess-' + model, inputMode: 'decimal' });
    const cell = element('td');
    cell.append(field);
    line.append(head, cell);
    return line;
  }));
  labels();
}

const labels = () => state.models.forEach((model) => by('guess-' + model)?.setAttribute('aria-label', model + ', ' + word('perSecond')));

let drawnRound = '';

function drawResult() {
  const round = state.round;
  // The answer never stands beside a question that is open, nor do the lines of the last demonstration.
  const open = room?.question?.open === true;
  by('result').hidden = !round || open;
  by('models').hidden = open;
  if (!round) return;
  // A screen reader would read a table that is drawn again aloud.
  const shown = language + JSON.stringify(round);
  if (shown === drawnRound) return;
  drawnRound = shown;
  by('progress').textContent = word(round.progress, { users: round.users });
  drawPredictions(by('results'), Object.keys(round.predicted), round.predicted, round.law, round.measured);
}

function draw() {
  const backend = seconds.at(-1)?.backend;
  by('controls').hidden = watching;
  by('foot').hidden = watching;
  if (watching) by('note').textContent = word('watching');
  const fault = { none: 'faultNone', hang: 'faultHang', error: 'faultError', reset: 'faultReset' }[backend?.fault];
  by('backendNow').textContent = seconds.length === 0 ? '' : !backend ? word('backendGone')
    : word('backendNow', { mean: figure(backend.meanMillis), fault: (fault ? word(fault) : backend.fault) + (backend.share != null ? ' ' + figure(backend.share * 100) + '%' : ''), inFlight: figure(backend.inFlight) })
      + (state.slowStart ? ' ' + word('backendSlow') : '');
  for (const button of by('faults').children) button.setAttribute('aria-pressed', String(button.dataset.fault === backend?.fault));
  by('stop').disabled = state.loaded.length === 0;
  by('command').textContent = document.querySelector('meta[name=bench]').content + ' run comparison --users ' + (by('users').value || 500);
  labels();
  drawResult();
  drawClass();
  drawLines();
  state.models.forEach(drawCard);
}

async function ask() {
  const answer = await fetch('state?after=' + last);
  const next = await answer.json();
  if (!answer.ok) throw new TypeError(next.detail);
  if (next.last < last) {
    // The server was started again.
    seconds = [];
    last = 0;
    return;
  }
  const first = state.models.length === 0;
  state = next;
  if (first) {
    questions();
    state.models.forEach((model, place) => cards.set(model, card(model, place)));
  }
  seconds = [...seconds, ...next.seconds].slice(-KEPT);
  last = next.last;
  await askClass();
  draw();
}

// A teacher's page keeps its name in the browser, so that it leads the class again after a reload.
function teacher() {
  let name = localStorage.getItem('lab-teacher');
  if (!name) {
    name = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    localStorage.setItem('lab-teacher', name);
  }
  return { 'X-Lab-Teacher': name };
}

const teach = (path, body) => post('class/' + path, body, { ...TOKEN, ...teacher() });

let refused = false;

async function askClass() {
  if (!by('class').dataset.on) return;
  const answer = await fetch('class', { headers: teacher() });
  const json = await answer.json();
  room = answer.ok ? json.room : null;
  by('class').hidden = !answer.ok;
  if (answer.ok) by('address').textContent = json.address;
  if (!answer.ok || refused) show(answer.ok ? null : sentence(json));
  refused = !answer.ok;
}

function drawClass() {
  if (!room) return;
  by('code').textContent = room.code;
  const question = room.question;
  by('joined').textContent = word('joined', { joined: room.joined }) + (question ? ' ' + word('answered', { answered: question.answered }) : '');
  by('classClose').disabled = !question?.open;
  by('classStart').disabled = !question || question.open;
  if (!question || question.open) {
    by('histograms').replaceChildren();
    return;
  }
  by('histograms').replaceChildren(...question.question.models.map((model) => {
    const values = question.predictions[model] ?? [];
    return histogram(model, { values, unknown: question.answered - values.length, law: question.law[model], measured: question.measured[model] });
  }));
}

const SVG = 'http://www.w3.org/2000/svg';
function shape(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text != null) made.textContent = text;
  return made;
}

// The room's predictions as bars, with the law, the measured figure and the figure of each laptop on the same axis.
function histogram(name, { values, unknown, law, measured, laptops = [] }) {
  const BINS = 24;
  const WIDTH = 480;
  const known = [law, measured, ...laptops.map(({ value }) => value)].filter((value) => value != null);
  // A joke of a million requests must not squeeze all others into one bar.
  const sorted = [...values].sort((a, b) => a - b);
  const most = Math.max(1, ...known.map((value) => value * 1.5), sorted[Math.floor(sorted.length * 0.9)] ?? 0);
  const bins = new Array(BINS).fill(0);
  for (const value of values) bins[Math.min(BINS - 1, Math.floor(value / most * BINS))]++;
  const top = Math.max(1, ...bins);
  const x = (value) => value / most * WIDTH;
  const about = name + ': ' + word('roomSaid', { count: values.length, median: figure(median(values), 1), unknown })
    + (law != null ? ' ' + word('law') + ' ' + figure(law, 1) + '.' : '') + (measured != null ? ' ' + word('measured') + ' ' + figure(measured, 1) + '.' : '');
  const picture = shape('svg', { viewBox: '0 0 ' + WIDTH + ' 110', role: 'img', 'aria-label': about });
  bins.forEach((count, i) => picture.append(shape('rect', { class: 'bar', x: i * WIDTH / BINS + 1, width: WIDTH / BINS - 2, y: 90 - 70 * count / top, height: 70 * count / top })));
  picture.append(shape('line', { class: 'base', x1: 0, x2: WIDTH, y1: 90, y2: 90 }), shape('text', { x: 0, y: 106 }, '0'), shape('text', { x: WIDTH, y: 106, 'text-anchor': 'end' }, figure(most) + '+'));
  for (const { value, state } of laptops) picture.append(shape('line', { class: 'laptop ' + state, x1: x(value), x2: x(value), y1: 80, y2: 96 }));
  [['law', law], ['measured', measured]].forEach(([line, value], i) => {
    if (value == null) return;
    const end = x(value) > WIDTH * 0.7;
    picture.append(shape('line', { class: line, x1: x(value), x2: x(value), y1: 4, y2: 90 }), shape('text', { class: line, x: x(value) + (end ? -5 : 5), y: 12 + 14 * i, 'text-anchor': end ? 'end' : 'start' }, word(line) + ' ' + figure(value, 1)));
  });
  const made = element('figure');
  made.append(element('figcaption', about), picture);
  return made;
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];

by('ask').addEventListener('submit', async (event) => {
  event.preventDefault();
  const predictions = {};
  for (const model of state.models) {
    const guess = by('guess-' + model).value;
    if (by('use-' + model).checked) predictions[model] = guess === '' ? null : Number(guess);
  }
  by('start').disabled = true;
  await tell('start', { users: Number(by('users').value), guarded: by('guarded').checked, predictions });
  by('start').disabled = false;
});
by('stop').addEventListener('click', () => tell('stop', {}));
by('backend').addEventListener('submit', (event) => {
  event.preventDefault();
  tell('backend', { meanMillis: Number(by('mean').value) });
});
by('slow').addEventListener('click', () => {
  if (by('mean').reportValidity()) tell('backend', { meanMillis: Number(by('mean').value), slowStart: true });
});
by('faults').addEventListener('click', ({ target }) => {
  const fault = target.dataset.fault;
  if (!fault || !by('share').reportValidity()) return;
  tell('backend', fault === 'none' ? { fault } : { fault, share: Number(by('share').value) / 100 });
});
by('classAsk').addEventListener('click', () => {
  if (!by('users').reportValidity()) return;
  const models = {};
  for (const model of state.models) models[model] = by('use-' + model).checked;
  teach('ask', { users: Number(by('users').value), guarded: by('guarded').checked, models });
});
by('classClose').addEventListener('click', () => teach('close', {}));
by('classStart').addEventListener('click', () => teach('start', {}));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
