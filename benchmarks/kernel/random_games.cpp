// The loop of rufen.kernel.games in plain C++, to see how far the compiled Python is from it.
//
// The standard game, the same random numbers in the same order, so the same totals. It reads commands from
// standard input, a line each, `seats games seed fast`, plays, and answers with a line: the CPU seconds of the
// games, the decisions and a checksum of the totals. See compare.py.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace {

using Word = std::uint64_t;

constexpr Word kGamma = 0x9E3779B97F4A7C15;
constexpr Word kSpecial = Word{0xFF} << 52;
constexpr int kNoTrump = 4, kOpen = 4, kNoLed = 5, kLedStates = 6;

Word mix(Word z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

Word scaled(Word word, Word n) { return ((word >> 32) * n) >> 32; }

Word draw(Word state, Word n) { return scaled(mix(state), n); }

struct Tables {
  Word follow[kLedStates] = {};
  std::uint8_t next_led[kLedStates][64] = {};
  std::uint8_t power[5][kLedStates][64] = {};
  std::uint8_t in_byte[8][256] = {};

  Tables() {
    for (int suit = 0; suit < 4; ++suit) follow[suit] = Word{0x1FFF} << (13 * suit);
    for (int led = 0; led < kLedStates; ++led) {
      for (int card = 0; card < 60; ++card) {
        const bool wizard = card >= 52 && card < 56;
        next_led[led][card] = led != kOpen ? led : card < 52 ? card / 13 : wizard ? kNoLed : kOpen;
        for (int trump = 0; trump < 5; ++trump) {
          const int suit = card / 13, rank = card % 13;
          power[trump][led][card] = wizard          ? 255
                                    : card >= 56    ? 0
                                    : suit == trump ? 101 + rank
                                    : suit == led   ? 51 + rank
                                                    : 0;
        }
      }
    }
    for (int byte = 0; byte < 256; ++byte) {
      int k = 0;
      for (int place = 0; place < 8; ++place)
        if (byte >> place & 1) in_byte[k++][byte] = place;
    }
  }
};

const Tables tables;

Word select_portable(Word word, Word k) {
  constexpr Word ones = 0x0101010101010101, highs = 0x8080808080808080;
  Word sums = word - ((word >> 1) & 0x5555555555555555);
  sums = (sums & 0x3333333333333333) + ((sums >> 2) & 0x3333333333333333);
  sums = ((sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0F) * ones;
  const Word place = Word(__builtin_popcountll(((k * ones | highs) - sums) & highs)) << 3;
  const Word rest = k - ((sums << 8) >> place & 0xFF);
  return Word{1} << (place + tables.in_byte[rest][word >> place & 0xFF]);
}

template <bool fast>
Word select(Word word, Word k) {
#if defined(__BMI2__)
  if (fast) return _pdep_u64(Word{1} << k, word);
#endif
  return select_portable(word, k);
}

struct Outcome {
  Word decisions = 0, checksum = 0;
};

template <bool fast>
Outcome random_games(int seats, int games, Word seed) {
  Outcome outcome;
  std::uint8_t deck[60];
  const int rounds = 60 / seats;
  for (int game = 0; game < games; ++game) {
    Word state = mix(seed + Word(game) * kGamma);
    int totals[6] = {};
    for (int card = 0; card < 60; ++card) deck[card] = card;
    for (int size = 1; size <= rounds; ++size) {
      Word hands[6] = {};
      int bids[6], won[6] = {};
      const int first = size % seats;  // the dealer is seat size - 1
      const int dealt = seats * size;
      int seat = first;
      for (int place = 0; place < dealt;) {
        state += kGamma;
        Word word = mix(state);
        for (int half = 0; half < 2 && place < dealt; ++half, ++place, word <<= 32) {
          const Word other = place + scaled(word, 60 - place);
          const std::uint8_t card = deck[other];
          deck[other] = deck[place];
          deck[place] = card;
          hands[seat] |= Word{1} << card;
          if (++seat == seats) seat = 0;
        }
      }
      Word trump = kNoTrump;
      if (dealt < 60) {
        state += kGamma;
        const Word other = dealt + draw(state, 60 - dealt);
        const std::uint8_t card = deck[other];
        deck[other] = deck[dealt];
        deck[dealt] = card;
        if (card < 52) {
          trump = card / 13;
        } else if (card < 56) {
          state += kGamma;
          trump = draw(state, 4);
          ++outcome.decisions;
        }
      }
      seat = first;
      for (int bid = 0; bid < seats; ++bid) {
        state += kGamma;
        bids[seat] = int(draw(state, size + 1));
        if (++seat == seats) seat = 0;
      }
      const auto& power_of = tables.power[trump];
      int leader = first;
      for (int trick = 0; trick < size; ++trick) {
        Word led = kOpen;
        int best = 0, winner = leader;
        seat = leader;
        for (int place = 0; place < seats; ++place) {
          const Word hand = hands[seat], follow = hand & tables.follow[led];
          const Word legal = follow ? follow | (hand & kSpecial) : hand;
          state += kGamma;
          const Word bit = select<fast>(legal, draw(state, __builtin_popcountll(legal)));
          const int card = __builtin_ctzll(bit);
          hands[seat] = hand ^ bit;
          if (led > 3) [[unlikely]] led = tables.next_led[led][card];  // else the compiler waits for it
          const int power = power_of[led][card];
          if (power > best) {
            best = power;
            winner = seat;
          }
          if (++seat == seats) seat = 0;
        }
        ++won[winner];
        leader = winner;
      }
      for (seat = 0; seat < seats; ++seat) {
        const int off = std::abs(bids[seat] - won[seat]);
        totals[seat] += off ? -10 * off : 20 + 10 * won[seat];
      }
      outcome.decisions += dealt + seats;
    }
    for (int seat = 0; seat < 6; ++seat) outcome.checksum = mix(outcome.checksum + Word(totals[seat]));
  }
  return outcome;
}

double cpu_seconds() {
  std::timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

}  // namespace

int main() {
  int seats, games, fast;
  unsigned long long seed;
  while (std::scanf("%d %d %llu %d", &seats, &games, &seed, &fast) == 4) {
    const double start = cpu_seconds();
    const Outcome outcome = fast ? random_games<true>(seats, games, seed) : random_games<false>(seats, games, seed);
    const double seconds = cpu_seconds() - start;
    std::printf("%.9f %llu %llu\n", seconds, (unsigned long long)outcome.decisions,
                (unsigned long long)outcome.checksum);
    std::fflush(stdout);
  }
}
