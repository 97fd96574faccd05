import { endOfStep, HOUR_MS, stepAtShare } from '#server/modules/operations/web-vitals/add-vital.ts'
import type { Context } from '#server/platform/context.ts'
import type { Gauge } from '#server/platform/module.ts'

/** How fast pages were in browsers within the last day: at most six pages, five measures and the steps of each. */
export async function vitalGauges({ db, now }: Context): Promise<Gauge[]> {
  const rows = await db
    .selectFrom('web_vital_hour')
    .select(({ fn }) => ['page', 'name', 'step', fn.sum<number>('count').as('count')])
    .where('hour', '>', new Date(now().getTime() - 24 * HOUR_MS))
    .groupBy(['page', 'name', 'step'])
    .orderBy('page')
    .orderBy('name')
    .orderBy('step')
    .execute()
  const measured = [...Map.groupBy(rows, ({ page, name }) => `${name} ${page}`).values()].flatMap(steps => {
    const [{ page, name } = { page: '', name: '' }] = steps
    const step = stepAtShare(steps, 0.75)
    if (step === undefined) return []
    const labels = { metric: name, page }
    return [{ labels, p75: endOfStep(name, step), count: steps.reduce((sum, { count }) => sum + count, 0) }]
  })
  return [
    {
      name: 'puoti_web_vital_p75',
      help: 'What three of four page views of the last day stayed within, up to a tenth less: milliseconds, for CLS a score.',
      values: measured.map(({ labels, p75 }) => ({ labels, value: p75 })),
    },
    {
      name: 'puoti_web_vital_measurements',
      help: 'How many page views of the last day that is of.',
      values: measured.map(({ labels, count }) => ({ labels, value: count })),
    },
  ]
}
