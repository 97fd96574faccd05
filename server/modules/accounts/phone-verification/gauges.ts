import type { Context } from '#server/platform/context.ts'
import type { Gauge } from '#server/platform/module.ts'
import { findCodeUse } from './verification-code.ts'

export async function smsGauges(context: Context): Promise<Gauge[]> {
  const { sent, used } = await findCodeUse(context)
  return [
    {
      name: 'puoti_sms_codes_sent',
      help: 'Codes that went out by SMS in a day, those left out that may still be typed in.',
      values: [{ value: sent }],
    },
    {
      name: 'puoti_sms_codes_used',
      help: 'How many of them were typed in. Fewer than half of twenty and more is an alarm.',
      values: [{ value: used }],
    },
  ]
}
