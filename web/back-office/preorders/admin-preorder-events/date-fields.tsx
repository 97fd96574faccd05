import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { AdminPreorderEvent } from '#contract/preorders/admin-preorder-events.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { TextInput } from '#web/kit/ui/text-input.tsx'
import type { EventFormControl } from './use-event-form.ts'

interface DateFieldsProps {
  form: EventFormControl
  event: AdminPreorderEvent | undefined
}

/** The pickup days, and the deadline for orders. */
export function DateFields({ form, event }: DateFieldsProps) {
  const { t } = useTranslation()
  const { start_date: start, end_date: end } = form.values
  const isMoved = event !== undefined && (event.start_date !== start || event.end_date !== end)
  return (
    <FormSection title={t('eventForm.dates')} lead={t('eventForm.datesLead')}>
      <DateInput label={t('eventForm.fields.start_date')} required {...form.field('start_date')} />
      <DateInput label={t('eventForm.fields.end_date')} required {...form.field('end_date')} />
      <DateInput
        label={t('eventForm.fields.order_until')}
        hint={t('eventForm.untilHint')}
        {...form.field('order_until')}
      />
      <TextInput
        label={t('eventForm.fields.order_until_time')}
        autoComplete="off"
        hint={t('eventForm.timeHint')}
        {...form.field('order_until_time')}
      />
      {isMoved && event.orders > 0 && (
        <Wide>
          <Panel tone="attention">{t('eventForm.movedWarning', { count: event.orders })}</Panel>
        </Wide>
      )}
    </FormSection>
  )
}
