// A player for Rufen in JavaScript, without packages: careful bids, cheap tricks.
//
//     rufen arena --players=beginner --bot "node examples/bot.mjs"
//
// Lines of JSON come in and go out, see docs/bots.md. An answer may name an action by its index, too.
import { createInterface } from 'node:readline';

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

const rank = (card) => (card[0] === 'W' ? 14 : card[0] === 'J' ? 0 : Number(card.slice(1)));
const value = (card, trump) => rank(card) + (card[0] === trump ? 13 : 0) + (card[0] === 'W' ? 26 : 0);

/** The number of sure-looking cards: Wizards, high trumps, and every second king of another suit. */
function likely({ hand, trump }) {
  const sure = hand.filter((card) => card[0] === 'W' || (card[0] === trump && rank(card) > 6));
  const kings = hand.filter((card) => card[0] !== trump && rank(card) === 13);
  return sure.length + kings.length / 2;
}

function choose(view) {
  const { legal, phase, trump, trick, seat } = view;
  if (phase === 'bidding') {
    const wish = likely(view);
    return legal.reduce((best, one) => (Math.abs(one.bid - wish) < Math.abs(best.bid - wish) ? one : best));
  }
  if (phase === 'choosing_trump') {
    const held = ({ suit }) => view.hand.filter((card) => card[0] === suit).length;
    return legal.reduce((best, one) => (held(one) > held(best) ? one : best));
  }
  const cards = [...legal].sort((a, b) => value(a.card, trump) - value(b.card, trump));
  const best = trick.winning === null ? null : trick.cards[trick.winning];
  const wins = ({ card }) =>
    best === null ||
    (best[0] !== 'W' &&
      (card[0] === 'W' ||
        (card[0] === best[0] ? rank(card) > rank(best) : card[0] === trump || (best[0] === 'J' && card[0] !== 'J'))));
  const winning = cards.filter(wins);
  if (view.tricks_won[seat] < view.bids[seat]) return winning.length ? winning[0] : cards[0];
  return cards.filter((one) => !wins(one)).at(-1) ?? cards[0];
}

say({ type: 'hello', protocol: 'rufen-bot/1', name: 'Careful' });
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type !== 'act') continue;
  const index = message.indices[message.view.legal.indexOf(choose(message.view))];
  say({ type: 'action', id: message.id, index });
}
