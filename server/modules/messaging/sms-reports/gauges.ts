import type { Context } from '#server/platform/context.ts'
import type { Gauge } from '#server/platform/module.ts'
import { readSmsDeliveries } from '#server/platform/outbox/sms-deliveries.ts'

export async function smsReportGauges({ db }: Context): Promise<Gauge[]> {
  const { accepted, delivered, failed, unreported, consecutiveFailures } = await readSmsDeliveries(db)
  return [
    {
      name: 'puoti_sms_deliveries',
      help: 'SMS of the last 24 hours that a gateway with reports took, by what it reported. `unreported`: nothing final after ten minutes.',
      values: Object.entries({ accepted, delivered, failed, unreported }).map(([state, value]) => ({
        labels: { state },
        value,
      })),
    },
    {
      name: 'puoti_sms_failed_in_a_row',
      help: 'How many of the newest SMS did not arrive, since the last that did. 3 and more is an alarm.',
      values: [{ value: consecutiveFailures }],
    },
  ]
}
