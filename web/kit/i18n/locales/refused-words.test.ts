import { expect, test } from 'vitest'
import { TEXTS } from '#server/texts/catalogues.ts'
import { ADAPTER_TEXTS, ALL_TEXTS } from './all-texts.ts'

type Texts = {
  [key: string]: string | Texts
}
type Refusal = { words: RegExp; instead: string; except?: readonly string[] }

/** One word for each idea, in each language. `except`: the keys of texts in which the word has another meaning. */
const REFUSED: Readonly<Record<'en' | 'fi' | 'sv', readonly Refusal[]>> = {
  en: [
    { words: /\bsign(?:s|ed|ing)?[ -](?:in|out|ins)\b/i, instead: 'log in, log out, login' },
    { words: /\be-mail/i, instead: 'email' },
    { words: /\bmail(?:s|ed)?\b/i, instead: 'email' },
    { words: /\b(?:a|the|this|your) shop\b|\bshop’s\b/i, instead: 'store, or Puoti or we' },
    {
      words: /\b(?:operator|administrator)s?\b/i,
      instead: 'you, business details; admin',
      except: ['passkeys.lost', 'settings.rulesBroken', 'server.accounts.adminEvents.operator'],
    },
    { words: /\bcard terminal\b/i, instead: 'payment terminal' },
    { words: /\b(?:give|gave|given|went|paid|pays) (?:\w+ )?back\b/i, instead: 'refund' },
    {
      words: /\breturn(?:s|ed)? (?:it|by|the money)\b|\bmoney\b[^.]*\breturn/i,
      instead: 'refund: only goods are returned',
    },
    { words: /\bvouchers?\b/i, instead: 'journal entry' },
    { words: /\b(?:beforehand|fetch(?:ed|es)?)\b/i, instead: 'in advance; pick up' },
    { words: /\bmend(?:ed|s)?\b/i, instead: 'fix' },
    { words: /\bpick(?:s|ed)?\b(?![- ]up| list| \w+ up)/i, instead: 'select, choose' },
    { words: /\btype (?:it|the|a|times)\b/i, instead: 'enter' },
    {
      words: /\b(?:meanwhile|anew|whoever|somebody|nobody)\b|\bjust now\b/i,
      instead: 'someone, no one, right now',
      except: [
        'server.accounts.adminEvents.notYou',
        'server.accounts.adminEvents.notYouRemoved',
        'server.payments.wayChange.notYou',
        'server.stores.lockChange.notYou',
      ],
    },
    { words: /\bstock[- ]takes?\b/i, instead: 'stocktake' },
    {
      words: /\b(?:enabled|offered)\b/i,
      instead: 'active, sold here',
      except: ['audit.fields.offered', 'messages.problems.unknown'],
    },
    { words: /\btrail\b/i, instead: 'history' },
    { words: /\bout of use\b|\binto use\b/i, instead: 'start using, stop using' },
  ],
  fi: [
    { words: /\b(?:palveluntarjoaj|toiminnanharjoittaj)/i, instead: 'yritys' },
    { words: /(?<!maksu)\bpääte|\bpäättee|korttipääte|korttipäätteellä/i, instead: 'maksupääte' },
    { words: /\bhallin(?:ta|nan?|taan|nassa|nasta|taa)\b/i, instead: 'ylläpito' },
    { words: /\bkauppiaa/i, instead: 'yritys', except: ['adminOrders.merchantSlip'] },
    { words: /\bvarau(?:s|kse|ksi)/i, instead: 'ennakkotilaus' },
    { words: /\bunohda\b|\bitsestään\b/i, instead: 'poista; automaattisesti', except: ['locks.rotating.name'] },
    { words: /\bpanna\b|\bisän(?:nä|tä|tään)\b/i, instead: 'laittaa; laite' },
    { words: /peruutusilmoitu|verokan/i, instead: 'peruuttamisilmoitus; ALV-kanta' },
    { words: /ennakkotapahtum|\btapahtumaa?n?\b|\btapahtuma[tn]?\b/i, instead: 'tilauskierros' },
    { words: /näppäile/i, instead: 'anna, kirjoita' },
    { words: /\bluetti?in\b|\blue (?:se|tuote|pakkau|viivakood)/i, instead: 'skannata' },
    { words: /muutosloki|ennakkotilan(?:nut|nee)/i, instead: 'muutoshistoria; tilata ennakkoon' },
    {
      words: /\brah\p{L}+[^.]*\bpalau|\bpalau\p{L}+ (?:ne|se|rah\p{L}+)\b|\bpalautu(?:s|kset|ksia)\b/iu,
      instead: 'hyvitys, hyvittää',
      except: [
        'stock.kindReturn',
        'errors.store.archived',
        'storeForm.archivedText',
        'server.preorders.withdrawal.ends.paid',
      ],
    },
  ],
  sv: [
    { words: /förbeställ/i, instead: 'förhandsbeställning' },
    { words: /tillfäll/i, instead: 'beställningsomgång' },
    { words: /mejl/i, instead: 'e-post' },
    { words: /kreditering/i, instead: 'återbetalning' },
    {
      words: /\bmängd/i,
      instead: 'antal',
      except: ['basket.bulkQuantity', 'basket.bulkInvalid', 'products.codeTypes.bulk'],
    },
    { words: /kodplatt|kodpanel|verifier|\bvärd(?:en|namn)/i, instead: 'knappsats; bekräfta; enhet' },
    { words: /\banteckna|till salu|av sig själv|\bglöm/i, instead: 'registrera; i sortimentet; automatiskt; ta bort' },
    { words: /tjänsteleverantör|företagaren/i, instead: 'vi, företaget' },
    { words: /ångermeddeland|frånträ/i, instead: 'ångeranmälan' },
    { words: /snittköp|tillbakadrag|\bguiden?\b/i, instead: 'medelköp; återkallelse; handbok' },
    { words: /\bur bruk\b|\bi bruk\b/i, instead: 'i sortimentet; använda' },
    { words: /pengar(?:na)? (?:gick|går|rör)|betala(?:r|s|t)? tillbaka/i, instead: 'återbetala' },
  ],
}

const flatten = (texts: Texts, prefix = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    // Soft hyphens don't hide a word.
    typeof value === 'string' ? [[prefix + key, value.replaceAll('\u00AD', '')]] : flatten(value, `${prefix}${key}.`),
  )

const textsIn = (language: 'en' | 'fi' | 'sv') =>
  flatten({ ...ALL_TEXTS[language], server: TEXTS[language], ...ADAPTER_TEXTS[language] })

test.each(['en', 'fi', 'sv'] as const)('the texts in %s use one word for each idea', language => {
  const refused = textsIn(language).flatMap(([key, text]) =>
    REFUSED[language].flatMap(({ words, instead, except = [] }) =>
      words.test(text) && !except.includes(key) ? [`${key}: “${text}” (instead: ${instead})`] : [],
    ),
  )
  expect(refused).toEqual([])
})

test.each(['en', 'fi', 'sv'] as const)('each exception in %s is still needed', language => {
  const texts = new Map(textsIn(language))
  for (const { words, except = [] } of REFUSED[language])
    for (const key of except) expect(texts.get(key) ?? '', key).toMatch(words)
})
