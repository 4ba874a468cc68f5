// Plays the recorded samples of all variants on one time axis. Until it is played it shows the end, with the figures of the
// result. It draws nothing between two samples, because nothing was measured there.
const WATCHED = [
  { key: 'throughput', name: 'Throughput', unit: 'req/s', digits: 1, stepped: true, of: (run) => ended(untilTheEnd(run.tracks)) },
  { key: 'inFlight', name: 'In flight', unit: 'in flight', digits: 0, of: (run) => ended(run.tracks.inFlight) },
  { key: 'threads', name: 'Platform threads', unit: 'threads', digits: 0, of: (run) => run.tracks.threads },
  { key: 'errors', name: 'Errors', unit: 'errors', digits: 0, stepped: true, sum: true, of: (run) => ended(errorsOf(run)) },
];
const LARGE = FONT.replace('12px', '16px');
const SPEEDS = [1, 2, 5, 10, 20];
// The default speed plays the whole run in this time.
const LONGEST_SECONDS = 30;

// Continues the throughput with 0 from the last success to the end of the last request.
function untilTheEnd({ throughput, inFlight }) {
  if (!throughput || !inFlight || inFlight.at.length <= throughput.at.length) return throughput;
  return { at: inFlight.at, values: inFlight.at.map((_, i) => throughput.values[i] ?? 0) };
}

// Adds up the errors of all causes.
function errorsOf(run) {
  const causes = Object.entries(run.tracks).filter(([name]) => name.startsWith('errors: ')).map(([, track]) => track);
  return causes[0] && { at: causes[0].at, values: causes[0].at.map((_, i) => causes.reduce((sum, { values }) => sum + (values[i] ?? 0), 0)) };
}

// Moves each count to the end of its step, when it is known.
function ended(track) {
  if (!track) return track;
  const step = track.at.length > 1 ? track.at[1] - track.at[0] : 1;
  return { at: track.at.map((at) => at + step), values: track.values, step };
}

// Returns the last sample at a moment, or the sum of all errors up to it.
function valueAt(kind, run, now) {
  const track = kind.of(run);
  if (!track) return kind.sum ? 0 : null;
  const last = track.at.findLastIndex((at) => at <= now);
  return kind.sum ? track.values.slice(0, last + 1).reduce((sum, value) => sum + track.step * value, 0) : track.values[last];
}

// Adds the row of a variant: its name, its figures in large letters, and its throughput as a bar up to its ceiling.
function lane(parent, run, top) {
  const row = parent.appendChild(element('div', null, 'lane v' + (run.place % 6 + 1)));
  row.append(element('b', run.variant, 'name'));
  const cells = WATCHED.map((kind) => {
    const cell = row.appendChild(element('span', null, kind.key));
    const data = cell.appendChild(element('data'));
    cell.append(' ', element('small', kind.unit));
    return data;
  });
  const bar = row.appendChild(element('div', null, 'bar')).appendChild(element('i'));
  if (run.result.ceiling != null) bar.parentNode.appendChild(element('u')).style.left = 100 * run.result.ceiling / top + '%';
  return (value) => {
    WATCHED.forEach((kind, i) => {
      const shown = value(kind);
      cells[i].value = shown ?? '';
      cells[i].textContent = shown == null ? '–' : shown.toFixed(kind.digits);
    });
    bar.style.width = 100 * (value(WATCHED[0]) ?? 0) / top + '%';
  };
}

// Draws a chart of all variants up to the moment that has been played.
function film(parent, runs, kind, end, clock) {
  const known = runs.filter((run) => some(kind.of(run)?.values ?? []).length > 0);
  if (known.length === 0) return () => {};
  const tracks = known.map(kind.of);
  // The line of the first step begins with the load.
  const whole = uPlot.join(tracks.map(({ at, values }) => kind.stepped ? [[0, ...at], [values[0], ...values]] : [at, values]));
  const ceilings = kind.key === 'throughput' ? some(known.map((run) => run.result.ceiling)) : [];
  const text = (value) => figure(value, kind.digits) + ' ' + kind.unit;
  const mark = (u) => {
    if (clock.now >= end) return;
    u.ctx.fillStyle = variable('--ink');
    u.ctx.fillRect(u.valToPos(clock.now, 'x', true) - devicePixelRatio, u.bbox.top, 2 * devicePixelRatio, u.bbox.height);
  };
  const chart = draw(parent, {
    caption: kind.name, detail: kind.sum ? 'a second' : '', height: 230, data: whole,
    words: known.map((run, i) => run.variant + ', at most ' + text(most([some(tracks[i].values)]))).join('; '),
    options: {
      scales: { x: { time: false, range: [0, end] }, y: fromZero(most([...tracks.map(({ values }) => some(values)), ceilings])) },
      axes: [axis('seconds since the load began', { font: LARGE, labelFont: LARGE, size: 32, labelSize: 22 }), vertical('', { font: LARGE, size: 60 })],
      series: [{ text: (value) => 'second ' + figure(value) }, ...known.map((run) => ({ label: run.variant, text, stroke: colour(run.place),
        dash: dash(run.place), width: 3, spanGaps: true, points: { show: false }, paths: kind.stepped ? uPlot.paths.stepped({ align: -1 }) : undefined }))],
      hooks: { drawClear: runs[0].shades.length > 0 ? [backdrop(runs[0])] : [], draw: [...ceilings.map(level), mark] },
    },
  });
  return () => {
    if (clock.now >= end) return chart.setData(whole);
    chart.setData([whole[0], ...whole.slice(1).map((column) => column.map((value, i) => whole[0][i] <= clock.now ? value : null))]);
  };
}

function replay(parent, runs) {
  const played = runs.filter((run) => run.tracks.throughput);
  if (played.length === 0) return;
  const end = Math.ceil(most(played.flatMap((run) => WATCHED.map((kind) => kind.of(run)?.at ?? []))));
  const top = 1.05 * most(played.map((run) => [...some(run.tracks.throughput.values), run.result.throughput ?? 0, run.result.ceiling ?? 0]));
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const clock = { now: end, playing: false };

  const player = parent.appendChild(element('div', null, 'player'));
  const button = player.appendChild(element('button'));
  button.type = 'button';
  const slider = player.appendChild(element('input'));
  Object.assign(slider, { type: 'range', min: 0, max: end, step: 1, ariaLabel: 'Second of the replay' });
  const speed = player.appendChild(element('label', 'speed ')).appendChild(element('select'));
  for (const times of SPEEDS) speed.append(new Option(times + ' ×', times));
  speed.value = SPEEDS.find((times) => end / times <= LONGEST_SECONDS) ?? SPEEDS.at(-1);
  const moment = parent.appendChild(element('p', null, 'moment'));
  const lanes = played.map((run) => [run, lane(parent, run, top)]);
  const films = WATCHED.map((kind) => film(parent, played, kind, end, clock));

  function paint() {
    const { now } = clock;
    const over = now >= end;
    const fault = played[0].shades.find((shade) => shade.begin <= now && now < (shade.end ?? shade.begin + 1));
    button.textContent = still.matches ? '▶ Step' : clock.playing ? '❚❚ Pause' : '▶ Play';
    slider.value = now;
    moment.textContent = over ? 'The whole run' : 'Second ' + Math.floor(now) + ' of ' + end + (fault ? ': ' + fault.kind : '');
    slider.setAttribute('aria-valuetext', moment.textContent);
    for (const [run, show] of lanes) show((kind) => over ? run.result[kind.key] : valueAt(kind, run, now));
    films.forEach((show) => show());
  }

  function seek(to) {
    clock.now = Math.min(end, Math.max(0, to));
    if (clock.now === end) clock.playing = false;
    paint();
  }

  // A reader who prefers reduced motion advances by one second with each press.
  function toggle() {
    if (still.matches) return seek(clock.now >= end ? 0 : Math.floor(clock.now) + 1);
    clock.playing = !clock.playing;
    if (clock.playing && clock.now >= end) clock.now = 0;
    paint();
    if (clock.playing) requestAnimationFrame((begin) => frame(begin, begin));
  }

  function frame(before, at) {
    if (!clock.playing || !parent.contains(button)) return;
    seek(clock.now + speed.value * (at - before) / 1000);
    requestAnimationFrame((next) => frame(at, next));
  }

  function pause() {
    clock.playing = false;
    paint();
  }

  const KEYS = {
    ArrowLeft: () => Math.ceil(clock.now) - 1, ArrowRight: () => Math.floor(clock.now) + 1,
    ArrowDown: () => Math.ceil(clock.now) - 1, ArrowUp: () => Math.floor(clock.now) + 1,
    PageDown: () => Math.floor(clock.now) - 10, PageUp: () => Math.floor(clock.now) + 10, Home: () => 0, End: () => end,
  };
  button.addEventListener('click', toggle);
  slider.addEventListener('input', () => seek(Number(slider.value)));
  still.addEventListener('change', pause);
  // Keys work after a click on a chart too, but never replace those of the button and the choice of speed.
  parent.tabIndex = -1;
  parent.onkeydown = (event) => {
    if (event.target === speed || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === ' ' && event.target !== button) toggle();
    else if (KEYS[event.key]) seek(KEYS[event.key]());
    else return;
    event.preventDefault();
  };
  paint();
}
