import type { ReportPeriod } from '#domain/administration/reports.ts'
import { formatTime } from '#domain/format/date-format.ts'
import { dayText, daysText } from '#domain/format/day-text.ts'
import { numberText } from '#domain/format/number-text.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { formatCents, type MoneyFormat } from '#domain/money.ts'
import type { LetterKind } from '#domain/operations/letters/letter-times.ts'
import { isoWeekday } from '#domain/zoned-time.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { type EmailFigure, type EmailPart, renderEmail } from '#server/platform/email/email-template.ts'
import { createTranslate, type Translate } from '#server/texts/text.ts'
import type { EveningFigures, WeekFigures } from './find-figures.ts'
import type { LetterReader } from './find-readers.ts'

/** `stop`: the address that stops these letters. */
type LetterFrame = { reader: LetterReader; origin: string; stop: string; money: MoneyFormat }

type Letter = Omit<MailMessage, 'to'>

/** Whether a letter is about one of several stores in which its reader has the right. */
const isPartOfOwn = ({ scope, ownScope }: LetterReader): boolean => scope.only !== ownScope.only

/** Writes a page's address with a query. */
function createLinks({ reader, origin }: LetterFrame) {
  const store = isPartOfOwn(reader) ? reader.scope.only : undefined
  const link = (path: string, query: Readonly<Record<string, string | number | undefined>>) => {
    const params = Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    )
    const search = new URLSearchParams(params).toString()
    return `${origin}${path}${search === '' ? '' : `?${search}`}`
  }
  return {
    report: (report: string, period: ReportPeriod) => link('/reports', { report, ...period, store }),
    visits: (date: string) => link('/visitors-log', { date, purchase: 'false', store }),
    orders: () => link('/orders', {}),
    ordersInError: () => link('/orders', { status: 'error', days: 'all', store_id: store }),
    soldOut: (storeId: number) => link('/stock', { store: storeId, level: 'out', offered: 'true' }),
    reorder: (storeId: number, supplierId: number) => link('/stock', { store: storeId, reorder: supplierId }),
    choice: () => link('/letters', {}),
  }
}

type LetterLinks = ReturnType<typeof createLinks>

type LinkedValue = { value: string; link: string; note?: string | undefined }

const toFigure = (label: string, { value, link, note }: LinkedValue): EmailFigure => ({
  label,
  values: [{ label: value, link }],
  ...(note !== undefined && { note }),
})

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
const weekdayText = (day: string, t: Translate) =>
  t(`operations.letters.weekdays.${WEEKDAYS[isoWeekday(day) - 1] ?? 1}`)

export function writeEveningLetter(
  frame: LetterFrame,
  figures: EveningFigures,
  at: { day: string; now: Date },
): Letter {
  const { reader, money } = frame
  const t = createTranslate(reader.language)
  const links = createLinks(frame)
  const period = { from: at.day, until: at.day }
  const { sales, idleVisits, doubts, ordersInError, soldOut } = figures
  const report = links.report('day', period)
  const rows = [
    toFigure(t('operations.letters.sold'), {
      value: formatCents(sales.soldCents, money),
      link: report,
      note: t('operations.letters.purchases', { count: sales.purchases }),
    }),
    toFigure(t('operations.letters.refunded'), { value: formatCents(sales.refundedCents, money), link: report }),
    toFigure(t('operations.letters.doubts'), {
      value: numberText(doubts),
      link: links.orders(),
      note: isPartOfOwn(reader) ? t('operations.letters.ofAllStores') : undefined,
    }),
    ...(ordersInError > 0
      ? [
          toFigure(t('operations.letters.ordersInError'), {
            value: numberText(ordersInError),
            link: links.ordersInError(),
          }),
        ]
      : []),
    toFigure(t('operations.letters.idleVisits'), { value: numberText(idleVisits), link: links.visits(at.day) }),
  ]
  return renderLetter(frame, 'evening', {
    subject: `${placeName(reader, t)}: ${weekdayText(at.day, t)} ${dayText(at.day)}`,
    parts: [
      t('operations.letters.until', { time: formatTime(at.now, reader.timeZone) }),
      { figures: rows },
      ...toSoldOutParts(soldOut, { reader, links, t }),
    ],
  })
}

type LetterContext = { reader: LetterReader; links: LetterLinks; t: Translate }

function toSoldOutParts(soldOut: EveningFigures['soldOut'], { reader, links, t }: LetterContext): EmailPart[] {
  if (soldOut.length === 0) return [t('operations.letters.nothingSoldOut')]
  const figures = soldOut.map(({ store, count, names }) => {
    const others = count - names.length
    const note =
      others > 0 ? `${names.join(', ')} ${t('operations.letters.others', { count: others })}` : names.join(', ')
    const label = reader.store ? t('operations.letters.products') : store.name
    return toFigure(label, { value: numberText(count), link: links.soldOut(store.id), note })
  })
  return [{ heading: t('operations.letters.soldOut') }, { figures }]
}

export function writeWeekLetter(frame: LetterFrame, { week, before, reorders }: WeekFigures): Letter {
  const { reader, money } = frame
  const t = createTranslate(reader.language)
  const links = createLinks(frame)
  const compare = (label: string, report: string, show: (shown: typeof week) => string): EmailFigure => ({
    label,
    values: [week, before].map(shown => ({ label: show(shown), link: links.report(report, shown.period) })),
  })
  const change = changeText(week.soldCents, before.soldCents)
  const figures = [
    {
      ...compare(t('operations.letters.sold'), 'day', shown => formatCents(shown.soldCents, money)),
      ...(change !== undefined && { note: change }),
    },
    compare(t('operations.letters.purchaseCount'), 'day', shown => numberText(shown.purchases)),
    compare(t('operations.letters.refunded'), 'day', shown => formatCents(shown.refundedCents, money)),
    compare(t('operations.letters.waste'), 'waste', shown => formatCents(shown.wasteCents, money)),
    compare(t('operations.letters.idleVisits'), 'visits', shown => numberText(shown.idleVisits)),
  ]
  const toOrder = reorders.map(({ store, supplier, products }) =>
    toFigure(supplier.name, {
      value: t('operations.letters.productCount', { count: products }),
      link: links.reorder(store.id, supplier.id),
      note: reader.store ? undefined : store.name,
    }),
  )
  const { from, until } = week.period
  return renderLetter(frame, 'monday', {
    subject: t('operations.letters.weekSubject', {
      place: placeName(reader, t),
      days: daysText({ start_date: from, end_date: until }),
    }),
    parts: [
      { figures, headings: [t('operations.letters.week'), t('operations.letters.weekBefore')] },
      ...(toOrder.length > 0 ? [{ heading: t('operations.letters.toOrder') }, { figures: toOrder }] : []),
    ],
  })
}

/** +12 % or −5 %; undefined where nothing was sold before. */
function changeText(now: number, before: number): string | undefined {
  if (before === 0) return undefined
  const percent = Math.round(((now - before) / before) * 100)
  return percent < 0 ? percentText(percent) : `+${percentText(percent)}`
}

const placeName = ({ store }: LetterReader, t: Translate) => store?.name ?? t('operations.letters.allStores')

const renderLetter = (
  frame: LetterFrame,
  kind: LetterKind,
  { subject, parts }: { subject: string; parts: readonly EmailPart[] },
): Letter => {
  const { language } = frame.reader
  const t = createTranslate(language)
  const footer = [
    { label: t('operations.letters.change'), link: createLinks(frame).choice() },
    { label: t(`operations.letters.stop.${kind}`), link: frame.stop },
  ]
  return { ...renderEmail({ language, subject, parts: [...parts, { footer }] }), unsubscribe: frame.stop }
}
