import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { SelectInput } from '#web/kit/ui/select-input.tsx'
import { TextInput } from '#web/kit/ui/text-input.tsx'
import type { MessageFormControl } from './use-message-form.ts'

/** Now, or when. */
export function TimeFields({ form }: { form: MessageFormControl }) {
  const { t } = useTranslation()
  const options = (['now', 'later'] as const).map(value => ({ value, label: t(`messages.when.${value}`) }))
  return (
    <FormSection title={t('messages.time')}>
      <Wide>
        <SelectInput label={t('messages.fields.when')} options={options} {...form.field('when')} />
      </Wide>
      {form.values.when === 'later' && (
        <>
          <DateInput label={t('messages.fields.send_at')} required {...form.field('send_at')} />
          <TextInput
            label={t('messages.fields.send_at_time')}
            required
            autoComplete="off"
            hint={t('eventForm.timeHint')}
            {...form.field('send_at_time')}
          />
        </>
      )}
    </FormSection>
  )
}
