// Looks at the page as it is shown, and passes what it finds to its first argument.
const found = arguments[0];
const drawn = (then) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(then)));
drawn(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const select = document.querySelector('#pick select');
  let chosenTwice = false;
  if (select) {
    const charts = all('#throughput canvas').length;
    // There and back again: the charts of before must be gone.
    for (const i of [1, 0]) {
      select.selectedIndex = i;
      select.dispatchEvent(new Event('change'));
    }
    chosenTwice = charts > 0 && all('#throughput canvas').length === charts;
  }
  all('details').forEach((details) => { details.open = true; });
  // A table is made by the event 'toggle', which a busy machine sends some frames later.
  const filled = (then, tries) => drawn(() => (tries === 0 || all('details.data').every((details) => details.querySelector('table')))
    ? then() : filled(then, tries - 1));
  filled(() => found({
    width: innerWidth,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    overflow: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
    charts: all('canvas').length,
    drawn: all('canvas').filter(hasALine).length,
    described: all('[role=img][aria-label] canvas').length,
    dataTables: all('details.data table').length,
    emptyTables: all('table').filter((table) => table.tBodies[0].rows.length === 0).length,
    raggedTables: all('table').filter((table) => [...table.rows].some((row) => row.cells.length !== table.rows[0].cells.length)).length,
    noData: all('.nodata').length,
    headline: Object.fromEntries(all('main section:first-child tbody tr').map((row) =>
      [row.cells[0].textContent, [...row.cells].slice(1).map((cell) => cell.querySelector('data')?.value ?? cell.textContent.trim())])),
    firstFocus: all('a[href], button, select, summary, [tabindex="0"]')[0].textContent,
    captions: all('figcaption b').map((caption) => caption.textContent),
    firstCharts: all('main section:first-child canvas').length,
    legend: all('.legend li').map((entry) => entry.textContent),
    againstUsers: [...(all('details.data').find((one) => /throughput against users/.test(one.textContent))?.querySelectorAll('tr') ?? [])]
      .map((row) => [...row.cells].map((cell) => cell.textContent)),
    knees: all('.knees li').map((knee) => knee.textContent),
    choices: select ? select.options.length : 0,
    chosenTwice,
    scripts: document.scripts.length,
    title: document.title,
    evil: window.evil !== undefined,
  }), 100);
});

// A line or bars in the colour of a variant: axes alone do not count.
function hasALine(canvas) {
  const style = getComputedStyle(document.documentElement);
  const colours = [1, 2, 3, 4, 5, 6].map((i) => style.getPropertyValue('--v' + i).trim())
    .map((hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)));
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] > 150 && colours.some((rgb) => rgb.every((value, k) => Math.abs(value - data[i + k]) < 12))) count++;
  }
  return count > 40;
}
