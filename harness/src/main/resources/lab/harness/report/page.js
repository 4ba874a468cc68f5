// Shows the charts of one point and round at a time, with a choice if there are several.
const DATA = JSON.parse(document.getElementById('data').textContent);
const CHARTS = { events, percentiles, distribution, replay, ...Object.fromEntries(Object.keys(OVER_TIME).map((id) => [id, overTime(id)])) };

const groups = new Map();
for (const run of DATA.runs) groups.set(run.group, [...(groups.get(run.group) ?? []), run]);
const places = [...document.querySelectorAll('[data-chart]')].filter((place) => CHARTS[place.id]);

function show(name) {
  for (const parent of places) {
    for (const plot of plots) {
      if (parent.contains(plot.root)) {
        plot.destroy();
        plots.delete(plot);
      }
    }
    parent.replaceChildren();
    CHARTS[parent.id](parent, groups.get(name));
  }
}

// The choice stands before the first chart that it changes: before its section, or inside the first section.
function pick() {
  const box = element('div');
  box.id = 'pick';
  const select = box.appendChild(element('label', 'Charts of ')).appendChild(element('select'));
  for (const name of groups.keys()) select.append(new Option(name, name));
  select.addEventListener('change', () => show(select.value));
  const section = places[0].closest('section');
  (section === document.querySelector('main section') ? places[0] : section).before(box);
}

const redraw = () => plots.forEach((plot) => plot.redraw());

if (groups.size > 1 && places.length > 0) pick();
const whole = document.getElementById('axis');
if (whole && DATA.runs.length > 0) againstAxis(whole, DATA.runs);
if (groups.size > 0) show([...groups.keys()][0]);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);

// A printed page is white, with all details open.
addEventListener('beforeprint', () => {
  document.documentElement.dataset.paper = 'white';
  document.querySelectorAll('details.folded').forEach((details) => { details.open = true; });
  redraw();
});
addEventListener('afterprint', () => {
  delete document.documentElement.dataset.paper;
  redraw();
});
