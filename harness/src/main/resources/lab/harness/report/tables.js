// Adds the figures of a chart as a table, which is made when it is opened, since a long run has many.
function dataTable(parent, name, columns, rows) {
  if (columns.length < 2) return;
  const details = element('details', null, 'data');
  details.append(element('summary', 'The figures as a table: ' + name));
  details.addEventListener('toggle', () => {
    if (details.open && details.children.length === 1) details.append(table(name, columns, rows()));
  });
  parent.append(details);
}

function table(name, columns, rows) {
  const box = element('div', null, 'scroll');
  box.tabIndex = 0;
  box.setAttribute('role', 'region');
  box.setAttribute('aria-label', name);
  const made = box.appendChild(element('table'));
  const head = made.createTHead().insertRow();
  for (const column of columns) {
    const cell = head.appendChild(element('th', column));
    cell.scope = 'col';
  }
  const body = made.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    row.forEach((value, i) => line.append(element(i === 0 ? 'th' : 'td', typeof value === 'number' ? figure(value, 3) : value ?? '–')));
  }
  return box;
}

// Joins the runs by x: [x, value of run 1, value of run 2, ...].
function merged(pairs) {
  const joined = uPlot.join(pairs.map(([x, y]) => [x, y]));
  return joined[0].map((x, i) => joined.map((column) => column[i]));
}

// Adds a legend of lines, with colour, dashes and name.
function legend(parent, entries) {
  const list = parent.appendChild(element('ul', null, 'legend'));
  for (const { name, place, stroke, dashes } of entries) {
    const item = list.appendChild(element('li'));
    const svg = item.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
    svg.setAttribute('viewBox', '0 0 34 12');
    svg.setAttribute('aria-hidden', 'true');
    const line = svg.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'path'));
    line.setAttribute('d', 'M0 6H34');
    line.setAttribute('stroke', stroke ?? 'var(--v' + (place % 6 + 1) + ')');
    line.setAttribute('stroke-width', '2.5');
    line.setAttribute('stroke-dasharray', (dashes ?? dash(place)).join(' '));
    item.append(name);
  }
}
