'use strict';
// What both pages share: the language, elements, and requests to their own server.
const root = document.documentElement;
const by = (id) => document.getElementById(id);

function wantedLanguage() {
  const asked = new URLSearchParams(location.search).get('lang') ?? navigator.language;
  return asked.startsWith('zh') ? 'zh' : 'en';
}

let language = wantedLanguage();

// A text with its values, such as word('ceiling', { value: 400 }).
function word(key, values = {}) {
  const text = WORDS[language][key] ?? WORDS.en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

// Puts the texts of the language into the page, then lets it draw what it shows.
function speak(title, draw) {
  root.lang = language === 'zh' ? 'zh-CN' : 'en';
  for (const one of document.querySelectorAll('[data-word]')) one.textContent = word(one.dataset.word);
  document.title = word(title);
  by('language').textContent = word('language');
  by('language').lang = language === 'zh' ? 'en' : 'zh-CN';
  draw();
}

function begin(title, draw) {
  by('language').addEventListener('click', () => {
    language = language === 'zh' ? 'en' : 'zh';
    const query = new URLSearchParams(location.search);
    query.set('lang', language);
    history.replaceState(null, '', '?' + query);
    speak(title, draw);
  });
  speak(title, draw);
}

const figure = (value, digits = 0) => value == null ? '–' : value.toLocaleString('en', { maximumFractionDigits: digits, useGrouping: false });

function element(name, text, kind) {
  const made = document.createElement(name);
  if (text != null) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function row(cells, name = 'td') {
  const made = element('tr');
  cells.forEach((cell, i) => {
    const one = element(i === 0 ? 'th' : name, cell);
    if (i === 0) one.scope = 'row';
    made.append(one);
  });
  return made;
}

// Writes a text that is another one: a screen reader would read the same one aloud again and again.
function write(id, text) {
  if (by(id).textContent !== text) by(id).textContent = text;
}

function show(problem) {
  by('problem').hidden = !problem;
  write('problem', problem ?? '');
}

// The sentence of a refusal: that of the page if it has one, and the server's, which names the value.
function sentence({ problem, detail }) {
  const own = WORDS[language][problem];
  return own == null ? detail : problem === 'invalid-value' || problem === 'no-load' ? own + word('detail', { detail }) : own;
}

// Posts JSON; shows why it was refused, and then returns null. If a whole class posts at once it tries again a little later.
async function post(path, body, headers, tries = 1) {
  try {
    const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) });
    const json = await answer.json();
    if (json.problem === 'too-many-posts' && tries < 4) {
      await new Promise((later) => setTimeout(later, 1000 * (1 + Math.random())));
      return post(path, body, headers, tries + 1);
    }
    show(answer.ok ? null : sentence(json));
    return answer.ok ? json : null;
  } catch (failure) {
    show(word('lost'));
    return null;
  }
}

// The table you | law | measured | off by; a share is of the measured figure.
function drawPredictions(table, models, predicted, law, measured) {
  const head = element('thead');
  const titles = element('tr');
  titles.append(...['model', 'you', 'law', 'measured', 'offBy'].map((key) => element('th', word(key))));
  head.append(titles);
  const body = element('tbody');
  body.append(...models.map((model) => {
    const you = predicted[model];
    const real = measured[model];
    const off = you != null && real > 0 ? (you >= real ? '+' : '−') + figure(Math.abs(you / real - 1) * 100) + '%' : '–';
    return row([model, you == null ? word('dontKnow') : figure(you, 1), figure(law[model]), figure(real), off]);
  }));
  table.replaceChildren(head, body);
}

// Calls a function again and again while the page is seen, each time some ms after the last call has ended.
function repeat(ask, millis) {
  let lost = false;
  const step = async () => {
    if (!document.hidden) {
      try {
        await ask();
        if (lost) show(null);
        lost = false;
      } catch (failure) {
        // No failure ends the page. The browser itself logs a request without an answer, which is a TypeError.
        if (!(failure instanceof TypeError)) console.error(failure);
        lost = true;
        show(word('lost'));
      }
    }
    setTimeout(step, millis);
  };
  step();
}
