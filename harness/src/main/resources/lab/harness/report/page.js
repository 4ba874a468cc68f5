// The charts of one load point and round at a time; a choice where there are several.
const runs = JSON.parse(document.getElementById('data').textContent);
const SECTIONS = { throughput, percentiles, distribution, threads, memory, cpu };
if (document.getElementById('timeline')) SECTIONS.timeline = timeline;

const groups = new Map();
for (const run of runs) {
  run.name = run.variant;
  const name = run.point + ', round ' + run.round;
  groups.set(name, [...(groups.get(name) ?? []), run]);
}

function show(name) {
  for (const [id, section] of Object.entries(SECTIONS)) {
    const parent = document.getElementById(id);
    for (const plot of plots) {
      if (parent.contains(plot.root)) {
        plot.destroy();
        plots.delete(plot);
      }
    }
    parent.replaceChildren();
    if (name == null) parent.append(element('p', 'no data: no run with files of its own', 'nodata'));
    else section(parent, groups.get(name));
  }
}

function pick() {
  const label = document.getElementById('pick').appendChild(element('label', 'Charts of '));
  const select = label.appendChild(element('select'));
  for (const name of groups.keys()) select.append(new Option(name, name));
  select.addEventListener('change', () => show(select.value));
}

const redraw = () => plots.forEach((plot) => plot.redraw());

if (groups.size > 1) pick();
// Open arrivals have no users to set the throughput against.
users(document.getElementById('users'), runs.filter((run) => !run.stress));
show([...groups.keys()][0]);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);

// Paper is white, and a printed page cannot be opened any further.
addEventListener('beforeprint', () => {
  document.documentElement.dataset.paper = 'white';
  document.querySelectorAll('details.checks').forEach((details) => { details.open = true; });
  redraw();
});
addEventListener('afterprint', () => {
  delete document.documentElement.dataset.paper;
  redraw();
});
