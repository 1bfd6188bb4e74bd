// The state of a job, asked for each second with the token that stands after the # of the address.
const token = location.hash.slice(1).split('.')[0];
const $ = (id) => document.getElementById(id);
const lang = document.documentElement.lang;
const number = new Intl.NumberFormat(lang);
const ask = (path, method = 'GET') => fetch(path, { method, headers: { Authorization: `Bearer ${token}` } });

function row(cells) {
  const tr = document.createElement('tr');
  for (const text of cells) tr.append(Object.assign(document.createElement('td'), { textContent: text }));
  return tr;
}

const of = (n, unit, digits = 0) => new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits }).format(n);
const duration = (s) => (s < 0 ? '–' : s < 90 ? of(s, 'second') : s < 5400 ? of(s / 60, 'minute') : of(s / 3600, 'hour', 1));

function show(s) {
  $('op').textContent = s.op.join(' ');
  $('bar').value = s.shards ? s.done / s.shards : 1;
  $('state').textContent = document.querySelector(`[data-state="${s.state}"]`).textContent;
  $('done').textContent = `${number.format(s.done)} / ${number.format(s.shards)}`;
  $('leased').textContent = number.format(s.leased);
  $('puzzles').textContent = number.format(s.puzzles);
  $('rate').textContent = number.format(Math.round(s.rate));
  $('left').textContent = duration(s.left);
  $('pause').disabled = s.state !== 'running';
  $('resume').disabled = s.state !== 'paused';
  $('cancel').disabled = s.state === 'done' || s.state === 'ended';
  const nodes = s.nodes ?? [];
  $('copies').hidden = nodes.length < 2;
  const told = $('nodes').dataset;
  $('nodes').replaceChildren(...nodes.map((n) => row([n.url, number.format(n.lacks), n.away ? told.away : n.full ? told.full : n.leads ? told.leads : told.copies])));
  const words = $('workers').dataset;
  $('workers').replaceChildren(...s.workers.map((w) => row([w.id, number.format(w.shards), w.held, number.format(w.puzzles), w.expelled ? words.expelled : w.left ? words.gone : words.here])));
  $('stragglers').replaceChildren(...s.stragglers.map((l) => row([l.shard, l.worker, l.seconds.toFixed(1)])));
  const rates = (s.history ?? []).slice(1).map((p, i) => (p.n - s.history[i].n) / Math.max(p.s - s.history[i].s, 0.001));
  const most = Math.max(1, ...rates);
  $('scale').textContent = rates.length ? `0 – ${number.format(Math.round(most))} · ${duration(s.history.at(-1).s - s.history[0].s)}` : '';
  $('line').setAttribute('points', rates.map((r, i) => `${(600 * i) / Math.max(1, rates.length - 1)},${98 - (96 * r) / most}`).join(' '));
}

async function refresh() {
  try {
    const answer = await ask('status');
    if (!answer.ok) throw new Error(answer.statusText);
    show(await answer.json());
    $('trouble').hidden = true;
  } catch {
    $('trouble').hidden = false;
  }
  setTimeout(refresh, 1000);
}

for (const what of ['pause', 'resume']) $(what).addEventListener('click', () => ask(what, 'POST'));
$('cancel').addEventListener('click', () => { if (confirm($('cancel').dataset.sure)) ask('cancel', 'POST'); });
refresh();
