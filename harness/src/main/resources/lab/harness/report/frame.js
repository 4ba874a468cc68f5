'use strict';
// Parts that all charts share: colours, axes, sizes and texts for screen readers.
const DASHES = [[], [9, 4], [2, 3], [12, 3, 2, 3], [5, 5], [1, 5]];
const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const plots = new Set();

const variable = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const colour = (place) => () => variable('--v' + (place % 6 + 1));
const dash = (place) => DASHES[place % DASHES.length];
const known = () => variable('--known');

const figure = (value, digits = 1) => value == null ? '–' : value.toLocaleString('en', { maximumFractionDigits: digits, useGrouping: false });
const most = (lists) => lists.flat().reduce((a, b) => b > a ? b : a, 0);
const some = (values) => values.filter((value) => value != null);

function element(name, text, kind) {
  const made = document.createElement(name);
  if (text != null) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function axis(label, more) {
  const soft = () => variable('--soft');
  return Object.assign({
    stroke: soft, font: FONT, labelFont: FONT, label, labelSize: 18, labelGap: 2, size: 26, gap: 4,
    values: (u, splits) => splits.map((value) => figure(value, 3)), grid: { stroke: () => variable('--grid'), width: 1 }, ticks: { show: false },
  }, more);
}

const vertical = (label, more) => axis(label, Object.assign({ size: 50 }, more));

// Heights are compared, so every vertical axis begins at zero.
const fromZero = (top) => ({ range: () => [0, top > 0 ? top * 1.08 : 1] });

function level(value) {
  return (u) => {
    if (value == null) return;
    const y = Math.round(u.valToPos(value, 'y', true));
    u.ctx.save();
    u.ctx.strokeStyle = variable('--ink');
    u.ctx.lineWidth = 1.5 * devicePixelRatio;
    u.ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
    u.ctx.beginPath();
    u.ctx.moveTo(u.bbox.left, y);
    u.ctx.lineTo(u.bbox.left + u.bbox.width, y);
    u.ctx.stroke();
    u.ctx.restore();
  };
}

// Writes the name of each line at its end. A narrow page has only the legend.
const GUTTER = 190;
const roomy = (parent) => parent.clientWidth > 700;

function names(lines, before = 0) {
  return (u) => {
    const ratio = devicePixelRatio;
    const ends = lines.map((line, i) => {
      const last = u.data[before + i + 1].findLastIndex((value) => value != null);
      return { name: line.short ?? line.name, x: u.valToPos(u.data[0][last], 'x', true), y: u.valToPos(u.data[before + i + 1][last], 'y', true) };
    }).sort((a, b) => a.y - b.y);
    const gap = 16 * ratio;
    ends.forEach((end, i) => { end.at = i === 0 ? end.y : Math.max(end.y, ends[i - 1].at + gap); });
    const over = Math.max(0, (ends.at(-1)?.at ?? 0) - u.bbox.top - u.bbox.height);
    const x = u.bbox.left + u.bbox.width;
    u.ctx.save();
    u.ctx.font = FONT.replace('12px', 12.5 * ratio + 'px');
    u.ctx.textBaseline = 'middle';
    u.ctx.textAlign = 'left';
    u.ctx.fillStyle = variable('--ink');
    u.ctx.strokeStyle = variable('--line');
    u.ctx.lineWidth = ratio;
    u.ctx.setLineDash([]);
    for (const end of ends) {
      u.ctx.beginPath();
      u.ctx.moveTo(end.x + 2 * ratio, end.y);
      u.ctx.lineTo(Math.max(end.x + 2 * ratio, x - 4 * ratio), end.y);
      u.ctx.lineTo(x + 10 * ratio, end.at - over);
      u.ctx.stroke();
      u.ctx.fillText(end.name, x + 14 * ratio, end.at - over, (GUTTER - 18) * ratio);
    }
    u.ctx.restore();
  };
}

// Writes the figures under the pointer below the chart.
function readout(output, series) {
  return (u) => {
    const i = u.cursor.idx;
    output.textContent = i == null ? '' : u.series
      .map((s, k) => k === 0 ? s.text(u.data[0][i], i) : u.data[k][i] == null || !s.text ? null : s.label + ' ' + s.text(u.data[k][i]))
      .filter((words) => words != null).join(' · ');
  };
}

// Draws one chart with its caption and a text for screen readers. Without data it adds a note and returns no chart.
function draw(parent, { caption, detail, words, options, data, height = 210 }) {
  const frame = element('figure');
  if (caption) {
    const line = frame.appendChild(element('figcaption'));
    line.append(element('b', caption));
    if (detail) line.append(element('span', detail));
  }
  parent.append(frame);
  if (!data) {
    frame.append(element('p', 'no data: ' + words, 'nodata'));
    return;
  }
  const plot = frame.appendChild(element('div', null, 'plot'));
  plot.setAttribute('role', 'img');
  plot.setAttribute('aria-label', words);
  const output = frame.appendChild(element('output'));
  const hooks = Object.assign({}, options.hooks, { setCursor: [readout(output)] });
  const chart = new uPlot(Object.assign({
    legend: { show: false }, padding: [8, 18, 0, 0],
    cursor: { drag: { x: false, y: false, setScale: false }, points: { size: 7 } },
  }, options, { hooks, width: Math.max(200, plot.clientWidth), height }), data, plot);
  plots.add(chart);
  new ResizeObserver(() => {
    if (plot.clientWidth > 0 && plot.clientWidth !== chart.width) chart.setSize({ width: plot.clientWidth, height });
  }).observe(plot);
  return chart;
}
