import type { DeclaredName } from './declared-names.ts'

type NameRule = { kinds: readonly DeclaredName['kind'][]; pattern: RegExp; sentence: string }

const VERBS = 'tell|hear|ask|say|give|wish|word|look|hold|keep|take|show'
const PAST = 'told|heard|asked|said|given|wished|held|kept|taken'
const VAGUE_TYPES =
  'Wanted|Asked|Needs|Found|Known|Kept|Said|Told|Held|Which|Now|Wish|Wishes|Given|Taken|Words|Row|It|What'

/** Of variables, parameters and fields: participles and pronouns, which do not name the value. */
const VAGUE_FIELDS = `wish|wishes|wanted|asked|kept|taken|held|said|told|heard|given|anew|lever|levers|here`
const VAGUE_VARIABLES = `${VAGUE_FIELDS}|own|known|named|of|theirs|ours`

/** Names that a stranger would not search for, each with the name to choose instead. */
const RULES: readonly NameRule[] = [
  {
    kinds: ['function'],
    pattern: /^(?!of$)[a-z]\w*Of$/u,
    sentence:
      'A function is named by a verb or a plain noun (`toReceipt`, `formatPeriod`, `storeIdFor`), not by a noun and "Of".',
  },
  {
    kinds: ['constant', 'function'],
    pattern: /^(?:MOST|LEAST|LONGEST|SHORTEST|LARGEST|SMALLEST|HARDLY)_|^(?:most|least|longest|largest)$/u,
    sentence: 'A limit is `MAX_…` or `MIN_…`.',
  },
  {
    kinds: ['type'],
    pattern: new RegExp(`^(?:${VAGUE_TYPES})$`, 'u'),
    sentence: 'A type of arguments or rows is named after its function or content (`FindReceiptInput`, `RefundRow`).',
  },
  {
    kinds: ['function'],
    pattern: new RegExp(`^(?:${VERBS})(?:s|$|[A-Z])|^(?:on|un|use)?(?:${PAST}|${cap(PAST)})(?:$|[A-Z])`, 'u'),
    sentence: 'The verb has a standard word: see the verbs in CONTRIBUTING.',
  },
  {
    kinds: ['variable', 'constant'],
    pattern: new RegExp(`^(?:${VAGUE_VARIABLES})$|^of[A-Z]`, 'u'),
    sentence:
      'A variable is named by a noun for its value (`request`, `input`, `stored`, `locked`, `cached`, `answer`).',
  },
  {
    kinds: ['field'],
    pattern: new RegExp(`^(?:${VAGUE_FIELDS})$|^of[A-Z]`, 'u'),
    sentence: 'A field is named by a noun for its value (`request`, `reserved`, `reports`, `problems`).',
  },
  {
    kinds: ['function', 'type', 'constant'],
    pattern:
      /(?:^|[a-z])(?:Anew|Nobody|Somebody|Meanwhile|Deeds?|Untold|Unheard)(?:$|[A-Z])|^(?:anew|nobody|somebody|deeds?)(?:$|[A-Z])/u,
    sentence: 'The name has no meaning outside this project: use the term of the field.',
  },
]

/** Names that break a rule and stay, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  take: 'a parameter in the address of a page',
  theirs: 'a side of a three-way merge, beside `base` and `mine`',
  keepAlive: 'the term of WebSocket and TCP',
}

/** Returns the sentence of the rule that a name breaks, undefined when it breaks none. */
export function brokenNameRule({ name, kind }: Pick<DeclaredName, 'name' | 'kind'>): string | undefined {
  if (Object.hasOwn(EXCEPTIONS, name)) return undefined
  return RULES.find(rule => rule.kinds.includes(kind) && rule.pattern.test(name))?.sentence
}

function cap(words: string): string {
  return words.replaceAll(/\b[a-z]/gu, letter => letter.toUpperCase())
}
