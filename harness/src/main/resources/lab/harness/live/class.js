'use strict';
// The page of a participant. Its secret stays in the browser, so that it is the same participant after a reload or a sleep.
const KEY = 'lab-participant';
const secret = () => localStorage.getItem(KEY);
const own = () => ({ 'X-Lab-Participant': secret() ?? '' });

let mine = null;
let shown = 0;

function fields(question) {
  shown = question.number;
  by('sent').textContent = '';
  by('fields').replaceChildren(...question.models.map((model) => {
    const line = element('tr');
    const name = element('label', model);
    name.htmlFor = 'guess-' + model;
    const head = element('th');
    head.scope = 'row';
    head.append(name);
    const field = element('input');
    Object.assign(field, { type: 'number', min: 0, max: 100000, step: 'any', id: 'guess-' + model, inputMode: 'decimal' });
    const before = mine.mine?.[model];
    if (before != null) field.value = before;
    const cell = element('td');
    cell.append(field);
    line.append(head, cell);
    return line;
  }));
}

function draw() {
  const joined = mine != null;
  by('join').hidden = joined;
  by('member').hidden = !joined;
  by('answer').hidden = !joined || mine.state !== 'open';
  by('result').hidden = !joined || mine.state !== 'closed';
  if (!joined) return;
  write('animal', word('youAre', { animal: animal(mine.animal) }));
  const question = mine.question;
  by('wait').hidden = mine.state === 'open' || Object.keys(mine.measured).length > 0;
  write('wait', word(question == null ? 'waitQuestion' : 'waitResult'));
  if (!question) return;
  by('question').textContent = word(question.guarded ? 'questionGuarded' : 'question', { users: question.users })
    + (question.meanMillis != null ? ' ' + word('backendMean', { mean: figure(question.meanMillis) }) : '');
  if (mine.state === 'open') {
    if (shown !== question.number) fields(question);
    if (mine.mine) write('sent', word('sent'));
    return;
  }
  drawPredictions(by('results'), question.models, mine.mine ?? {}, mine.law, mine.measured);
}

const animal = (name) => {
  const [kind, number] = name.split(' ');
  return word('animal-' + kind) + ' ' + number;
};

async function ask() {
  if (!secret()) {
    mine = null;
    draw();
    return;
  }
  const answer = await fetch('state', { headers: own() });
  if (answer.status === 403) {
    // Another class has begun since.
    localStorage.removeItem(KEY);
    mine = null;
    shown = 0;
  } else if (answer.ok) {
    mine = await answer.json();
  } else {
    throw new TypeError('no answer');
  }
  draw();
}

by('join').addEventListener('submit', async (event) => {
  event.preventDefault();
  const joined = await post('join', { code: by('code').value }, {});
  if (!joined) return;
  localStorage.setItem(KEY, joined.secret);
  await ask();
});
by('answer').addEventListener('submit', async (event) => {
  event.preventDefault();
  const predictions = {};
  for (const model of mine.question.models) {
    const guess = by('guess-' + model).value;
    predictions[model] = guess === '' ? null : Number(guess);
  }
  if (await post('answer', { question: mine.question.number, predictions }, own())) await ask();
});

begin('classTitle', draw);
repeat(ask, 3000);
