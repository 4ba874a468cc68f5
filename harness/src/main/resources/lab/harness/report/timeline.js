// The course of a run under stress: charts on the same seconds, one below the other, with what went wrong shaded.
const BREAKER = ['closed', 'half-open', 'open'];

function wrong(run) {
  return (u) => {
    u.ctx.save();
    for (const fault of run.stress.faults) {
      const left = u.valToPos(fault.begin, 'x', true);
      const right = fault.end == null ? left + 2 * devicePixelRatio : u.valToPos(fault.end, 'x', true);
      u.ctx.fillStyle = fault.end == null ? variable('--bad') : variable('--wrong');
      u.ctx.fillRect(left, u.bbox.top, right - left, u.bbox.height);
    }
    u.ctx.restore();
  };
}

const some = (values) => values.filter((value) => value != null);
const shadedFrom = (fault) => fault.kind + ' from second ' + figure(fault.begin, 0) + (fault.end == null ? '' : ' to ' + figure(fault.end, 0));

function strip(parent, run, { name, unit, x, lines, end, height = 130, more }) {
  const known = lines.filter((line) => some(line.values).length > 0);
  const top = most(known.map((line) => some(line.values)));
  const words = known.map((line) => line.label + ' ' + figure(most([some(line.values)]), 0)).join(', ');
  if (known.length > 1) legend(parent, known.map((line) => ({ name: line.label, stroke: 'var(' + line.colour + ')', dashes: line.dash })));
  draw(parent, {
    caption: name,
    detail: run.stress.faults.map(shadedFrom).join(', '),
    height,
    words: known.length === 0 ? name + ' is not known' : run.name + ', ' + name + ', at most: ' + words + ' ' + unit,
    data: known.length > 0 && [x, ...known.map((line) => line.values)],
    options: {
      scales: { x: { time: false, range: [0, end] }, y: fromZero(top) },
      axes: [axis('seconds since the load began'), vertical(unit, more)],
      series: [{ text: (v) => 'second ' + figure(v, 0) },
        ...known.map((line) => ({ label: line.label, text: line.text ?? ((v) => figure(v, 0) + ' ' + unit), dash: line.dash, width: 1.75,
          stroke: () => variable(line.colour), paths: line.stepped ? uPlot.paths.stepped({ align: 1 }) : undefined, points: { show: false } }))],
      hooks: { drawClear: [wrong(run)] },
    },
  });
}

function timeline(parent, runs) {
  for (const run of runs.filter((one) => one.stress)) {
    const story = run.stress;
    const steps = story.inFlight.map((value, i) => i * run.step);
    const long = (values) => steps.map((value, i) => values[i] ?? 0);
    const end = Math.max(most([steps]) + run.step, most([story.second]));
    const own = '--v' + (run.place % 6 + 1);
    const errors = Object.entries(story.errors);
    parent.append(element('h3', run.name));
    strip(parent, run, { name: 'answered well, and failures by cause', unit: 'req/s', x: steps, end, height: 200, lines: [
      { label: 'answered well', values: long(run.throughput), colour: own, dash: [], stepped: true },
      ...errors.map(([kind, rates], i) => ({ label: kind, values: long(rates), colour: '--v' + ((run.place + 1 + i) % 6 + 1),
        dash: dash(1 + i % (DASHES.length - 1)), stepped: true }))] });
    strip(parent, run, { name: 'mean time of what ended', unit: 'ms', x: steps, end,
      lines: [{ label: 'mean time', values: story.latency, colour: own, dash: [] }] });
    const [x, sent, serving] = uPlot.join([[steps, story.inFlight], [story.second, story.serving]]);
    strip(parent, run, { name: 'requests on their way', unit: 'requests', x, end, lines: [
      { label: 'at the clients', values: spanned(sent), colour: own, dash: [] },
      { label: 'in the app', values: spanned(serving), colour: '--soft', dash: [2, 3] }] });
    strip(parent, run, { name: 'platform threads', unit: 'threads', x: run.usage.second, end,
      lines: [{ label: 'threads', values: run.usage.threads, colour: own, dash: [] }] });
    strip(parent, run, { name: 'memory', unit: 'MiB', x: run.usage.second, end, lines: [
      { label: 'resident', values: run.usage.rss, colour: own, dash: [] },
      { label: 'heap in use', values: run.usage.heap, colour: '--soft', dash: [2, 3] }] });
    if (story.breaker.some((state) => state > 0)) {
      strip(parent, run, { name: 'circuit breaker', unit: 'state', x: story.second, end, height: 110,
        more: { values: (u, splits) => splits.map((value) => BREAKER[value] ?? ''), size: 70 },
        lines: [{ label: 'breaker', values: story.breaker, colour: own, dash: [], stepped: true, text: (v) => BREAKER[v] }] });
    }
    dataTable(parent, run.name + ' under stress', ['second', 'answered well', ...errors.map(([kind]) => kind), 'mean ms', 'on their way'],
      () => steps.map((second, i) => [second, run.throughput[i] ?? 0, ...errors.map(([, rates]) => rates[i] ?? 0), story.latency[i], story.inFlight[i]]));
  }
}

// Of two series on moments of their own each keeps its last value until its next, and none after its last.
function spanned(values) {
  const end = values.findLastIndex((value) => value != null);
  let last = null;
  return values.map((value, i) => { last = value ?? last; return i > end ? null : last; });
}
