// The house style of everything that people read, as docs/developer/writing.md describes it: one word for each idea, and no constructions of
// which a reader asks "what does this mean?". scripts/house-style.test.ts applies it.

/** What people read: texts of the program, pages of the documents, comments of deploy, descriptions of the API. */
export type Place = 'texts' | 'pages' | 'deploy' | 'api'
export type StyleRule = {
  words: RegExp
  instead: string
  /** Everywhere, when absent. */
  places?: readonly Place[]
  /** Keys of texts, and pages, in which the words mean something else, or are fixed. */
  except?: readonly string[]
}

const TEXTS: readonly Place[] = ['texts']
const DOCUMENTS: readonly Place[] = ['pages', 'deploy', 'api']

/** English constructions that sound like an answer in a riddle. */
const CONSTRUCTIONS: readonly StyleRule[] = [
  { words: /\bnam(?:e|es|ed|ing) (?:none|no|nobody)\b/i, instead: 'without one' },
  {
    words: /\bas (?:it|they) (?:was|were)\b(?! (?:made|sold))/i,
    instead: 'restored, doesn’t change',
    except: [
      'completed.outcome.USER_CANCELLED.text',
      'completed.preorderUnchanged',
      'server.payments.settledLate.next.booked',
      'settings.terms',
    ],
  },
  { words: /\bfor so (?:many|much|long)\b|\bunusually (?:much|many)\b/i, instead: 'with this many, unusually large' },
  { words: /\bthere twice\b/i, instead: 'already in the list' },
  { words: /\balready like (?:this|that)\b/i, instead: 'already have this value' },
  { words: /\bkeeps? (?:theirs|his|hers)\b/i, instead: 'doesn’t change' },
  { words: /\bfrom (?:today|a day|one day) on\b/i, instead: 'from today, from a later day', places: TEXTS },
  { words: /\bby sales\b|\bbooked twice\b/i, instead: 'based on sales; saved only once' },
  {
    words: /\b(?:tells?|telling|told)\b(?! (?:us|them apart))/i,
    instead: 'notify, inform, contact, show',
  },
  {
    words:
      /\b(?:Puoti|terminals?|servers?|gateways?|databases?|commands?|programs?|files?|pages?) (?:knows?|remembers?|learns?|hears?|says?|sees?|wants?|thinks?|believes?|understands?|follows?|forgets?)\b/i,
    instead: 'things don’t know, say or hear: “no answer from the terminal”',
  },
  {
    words: /\bat once\b/i,
    instead: 'immediately; at a time',
    except: [
      'errors.list.tooLong',
      'labels.tooMany',
      'productImport.lead',
      'adminHome.brokenNames.I9',
      'bulkChanges.list',
    ],
  },
  { words: /^(?:- |\d+\. )?Who [^?.]*\.(?: |$)/m, instead: 'a sentence with a subject', places: ['pages', 'deploy'] },
]

const ENGLISH: readonly StyleRule[] = [
  { words: /\bsign(?:s|ed|ing)?[ -](?:in|out|ins)\b/i, instead: 'log in, log out, login', places: TEXTS },
  { words: /\be-mail/i, instead: 'email' },
  { words: /\bmail(?:s|ed)?\b/i, instead: 'email', places: TEXTS },
  { words: /\b(?:a|the|this|your) shop\b|\bshop’s\b/i, instead: 'store, or Puoti or we', places: TEXTS },
  {
    words: /(?<!food business )\boperators?\b|(?<!server )\badministrators?\b/i,
    instead: 'you, business details; admin, server administrator',
    places: TEXTS,
    except: ['server.accounts.adminEvents.operator'],
  },
  { words: /\bcard terminal\b/i, instead: 'payment terminal', places: TEXTS },
  { words: /\b(?:give|gave|given|went|paid|pays) (?:\w+ )?back\b/i, instead: 'refund', places: TEXTS },
  {
    words: /\breturn(?:s|ed)? (?:it|by|the money)\b|\bmoney\b[^.]*\breturn/i,
    instead: 'refund: only goods are returned',
    places: TEXTS,
  },
  { words: /\bvouchers?\b/i, instead: 'journal entry', places: TEXTS },
  { words: /\b(?:beforehand|fetch(?:ed|es)?)\b/i, instead: 'in advance; pick up', places: TEXTS },
  { words: /\bmend(?:ed|s)?\b/i, instead: 'fix' },
  { words: /\bpick(?:s|ed)?\b(?![- ]up| list| \w+ up)/i, instead: 'select, choose', places: TEXTS },
  { words: /\btype (?:it|the|a|times)\b/i, instead: 'enter', places: TEXTS },
  {
    words: /\b(?:meanwhile|anew|whoever|somebody|nobody)\b|\bjust now\b/i,
    instead: 'someone, no one, right now',
    except: [],
  },
  { words: /\bstock takes?\b/i, instead: 'stocktake' },
  {
    words: /\b(?:enabled|offered)\b/i,
    instead: 'active, sold here',
    places: TEXTS,
    except: ['audit.fields.offered', 'messages.problems.unknown'],
  },
  { words: /\btrail\b/i, instead: 'history', places: TEXTS },
  { words: /\bout of use\b|\binto use\b/i, instead: 'start using, stop using', places: TEXTS },
  { words: /\bways? to pay\b/i, instead: 'payment method', places: TEXTS },
  { words: /\bmoney back\b/i, instead: 'refund', places: TEXTS },
  { words: /\b(?:lots?|goods|packages?) ends?\b/i, instead: 'expire', places: TEXTS },
  {
    words: /\b(?:does|did) not\b/i,
    instead: 'doesn’t, didn’t',
    places: TEXTS,
    except: ['subscriptions.unsupportedBrowser'],
  },
]

const FINNISH: readonly StyleRule[] = [
  { words: /\b(?:palveluntarjoaj|toiminnanharjoittaj)/i, instead: 'yritys' },
  { words: /(?<!maksu)\bpääte|\bpäättee|korttipääte|korttipäätteellä/i, instead: 'maksupääte' },
  { words: /\bhallin(?:ta|nan?|taan|nassa|nasta|taa)\b/i, instead: 'ylläpito' },
  { words: /\bkauppiaa/i, instead: 'yritys', except: ['adminOrders.merchantSlip'] },
  { words: /\bmyymäl/i, instead: 'kauppa' },
  { words: /\bvarau(?:s|kse|ksi)/i, instead: 'ennakkotilaus' },
  { words: /\bunohda\b|\bitsestään\b/i, instead: 'poista; automaattisesti' },
  { words: /\bpanna\b|\bisän(?:nä|tä|tään)\b/i, instead: 'laittaa; laite' },
  { words: /peruutusilmoitu|verokan/i, instead: 'peruuttamisilmoitus; ALV-kanta' },
  { words: /ennakkotapahtum|\btapahtumaa?n?\b|\btapahtuma[tn]?\b/i, instead: 'tilauskierros' },
  { words: /näppäile/i, instead: 'anna, kirjoita' },
  { words: /\bluetti?in\b|\blue (?:se|tuote|pakkau|viivakood)/i, instead: 'skannata' },
  { words: /muutosloki|ennakkotilan(?:nut|nee)/i, instead: 'muutoshistoria; tilata ennakkoon' },
  { words: /\btakaisinvede|\brah\p{L}+ takaisin\b/iu, instead: 'takaisin vedetty; hyvitys' },
  { words: /\bkirjeet|\biltakirje/i, instead: 'kooste' },
  { words: /(?<![,;:(–]|\bja|\btai|\bjo|\bvasta)\sennen kuin\b/u, instead: 'pilkku ennen sanoja “ennen kuin”' },
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
]

const SWEDISH: readonly StyleRule[] = [
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
  { words: /pengar(?:na)? (?:gick|går|rör|tillbaka)|betala(?:r|s|t)? tillbaka/i, instead: 'återbetala' },
  { words: /betalsätt/i, instead: 'betalningssätt' },
  { words: /\bingenting debiter/i, instead: 'inget debiteras' },
  { words: /\bbrev\b|\bkvällsbrev/i, instead: 'sammandrag' },
  { words: /\befter den här sidan kan du\b/i, instead: 'så …' },
]

/** For documents: unusual words, and figures of runs, which belong into docs/results with their dates. */
const PAGES: readonly StyleRule[] = [
  {
    words: /\b(?:stands?(?! in for)|beside|by itself|in vain|put away|house)\b/i,
    instead: 'is; next to; automatically',
    places: DOCUMENTS,
  },
  {
    words:
      /\b\d{1,3}(?:,\d{3})+ (?:payments|refunds|orders|tests)\b|\b\d+ (?:tests? (?:pass|fail)|(?:passed|failed)\b|server kills)/i,
    instead: 'a link to docs/results',
    places: DOCUMENTS,
  },
]

export const HOUSE_STYLE: Readonly<Record<'en' | 'fi' | 'sv', readonly StyleRule[]>> = {
  en: [...ENGLISH, ...CONSTRUCTIONS, ...PAGES],
  fi: FINNISH,
  sv: SWEDISH,
}
