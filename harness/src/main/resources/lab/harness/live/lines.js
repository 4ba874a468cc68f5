'use strict';
// What participants of bench lesson paste into a chat, where their machines cannot reach this one: lesson, system and JDK,
// predictions, measured figures, and whether other programs disturbed the run. The chat may put a name and a time in front.
// Nothing of it leaves this page.
const MOST_LINES = 200;
const LINE = /(?:^|[\s:：])(L[1-9]) +([^| ]{1,20}) +([^| ]{1,20}) *\|([^|]*)\|([^|]*)\| *(ok|disturbed|invalid)$/;

const numbers = (text) => text.trim().split(/ +/).map((cell) => cell === '-' ? null : /^[0-9]+([.][0-9]+)?$/.test(cell) ? Number(cell) : NaN);

// One line as data, or null if it is none.
function readLine(text) {
  const [, lesson, system, jdk, predicted, measured, state] = LINE.exec(text) ?? [];
  if (!lesson) return null;
  const line = { lesson, predicted: numbers(predicted), measured: numbers(measured), state };
  return line.predicted.length === line.measured.length && ![...line.predicted, ...line.measured].some(Number.isNaN) ? line : null;
}

// What each lesson asks for, and what the law says.
let lessons = {};
let drawn = null;

function drawLines() {
  const given = by('lines').value;
  if (drawn === language + given) return;
  drawn = language + given;
  const rows = given.split('\n').map((text, i) => ({ text: text.trim(), at: i + 1 })).filter(({ text }) => text !== '').slice(0, MOST_LINES);
  const wrong = rows.filter(({ text }) => readLine(text) === null);
  const lines = rows.map(({ text }) => readLine(text)).filter((line) => line !== null);
  const invalid = lines.filter(({ state }) => state === 'invalid').length;
  by('linesSaid').textContent = rows.length === 0 ? ''
    : word('linesRead', { count: lines.length, invalid }) + (wrong.length > 0 ? ' ' + word('linesWrong', { at: wrong.map(({ at }) => at).join(', ') }) : '');
  const kinds = [...new Set(lines.map(kind))].sort();
  by('lineFigures').replaceChildren(...kinds.flatMap((one) => ofLesson(lines.filter((line) => kind(line) === one))));
}

// Lines with as many figures of the same lesson share their histograms.
const kind = ({ lesson, predicted }) => lesson + ' ' + predicted.length;

// A histogram for each figure of a lesson. A disturbed laptop is shown; only undisturbed ones have a median.
function ofLesson(lines) {
  return lines[0].predicted.map((first, i) => {
    const values = lines.map(({ predicted }) => predicted[i]).filter((value) => value !== null);
    const laptops = lines.filter(({ state, measured }) => state !== 'invalid' && measured[i] !== null).map(({ state, measured }) => ({ state, value: measured[i] }));
    const counted = laptops.filter(({ state }) => state === 'ok').map(({ value }) => value);
    const asked = lessons[lines[0].lesson]?.[i];
    const name = lines[0].lesson + ' · ' + (asked ? asked.ask[language] + ', ' + asked.unit : i + 1);
    return histogram(name, { law: asked?.law, values, unknown: lines.length - values.length, measured: median(counted), laptops });
  });
}

// Lines that were pasted outlive a reload of the page.
by('lines').value = sessionStorage.getItem('lines') ?? '';
by('lines').addEventListener('input', () => {
  sessionStorage.setItem('lines', by('lines').value);
  drawLines();
});

async function readLessons() {
  lessons = await (await fetch('lessons')).json();
  drawn = null;
}

readLessons().catch(() => show(word('lost')));

begin('title', draw);
repeat(ask, 1000);
