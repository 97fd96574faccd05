import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate, useParams } from 'react-router'
import { type ProductGroup, productGroups } from '#contract/catalogue/product-groups.ts'
import { GROUP_FIELDS, MAX_GROUP_NAME_LENGTH } from '#domain/catalogue/group-fields.ts'
import { isFieldName } from '#domain/record-fields.ts'
import { RecordAuditLog } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey, queryFor } from '#web/kit/api/query-for.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import { LanguageTabs } from '#web/kit/forms/language-tabs.tsx'
import {
  problemsAmong,
  fieldProblems,
  newTypedRecord,
  recordIn,
  type TypedRecord,
  typedRecord,
} from '#web/kit/forms/record-fields.ts'
import { RecordFormFrame, RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { RemoveRecord } from '#web/kit/forms/remove-record.tsx'
import { FORM_LANGUAGES } from '#web/kit/forms/texts.ts'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'

export function GroupCreatePage() {
  return <GroupForm />
}

/** Edits a group of products. */
export function GroupPage() {
  const { id = '' } = useParams()
  const { data } = useQuery(queryFor(productGroups.get, { params: { id } }))
  return data === undefined ? <RecordLoading /> : <GroupForm key={id} group={data} />
}

const toFormState = (group: ProductGroup) => ({ values: toGroupValues(group), revision: group.revision })

function useGroupForm(group: ProductGroup | undefined) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const values = useMemo(() => (group ? toGroupValues(group) : newGroupValues()), [group])
  return useRecordForm({
    values,
    revision: group?.revision,
    check: typed => groupProblems(typed, t),
    save: (typed, revision) => {
      const body = groupIn(typed)
      return group && revision !== undefined
        ? callApi(productGroups.update, { params: { id: group.id }, body: { ...body, revision } })
        : callApi(productGroups.create, { body })
    },
    read: toFormState,
    // The only problem that the browser can't detect.
    describe: problems =>
      problemsAmong(problems, ['taken']).map(({ field }) => ({ field, text: t('groups.problems.taken') })),
    onSaved: saved => {
      cache.setQueryData(queryKey(productGroups.get, { params: { id: String(saved.id) } }), saved)
      if (!group) void navigate(`${PATHS.productGroups}/${saved.id}/edit`, { replace: true })
    },
  })
}

/** A group's form. */
function GroupForm({ group }: { group?: ProductGroup }) {
  const { t } = useTranslation()
  const form = useGroupForm(group)
  const getLabel = (field: string) => {
    if (isFieldName(GROUP_FIELDS, field)) return t(`groups.fields.${field}`)
    const code = FORM_LANGUAGES.find(each => field === `names.${each}`)
    return code ? t(`productForm.names.${code}`) : t('groups.name')
  }
  return (
    <RecordFormFrame
      title={group?.name ?? t('groups.new')}
      form={form}
      getLabel={getLabel}
      record={group && { kind: 'productGroup', id: group.id }}
      side={group && <RecordAuditLog kind="productGroup" id={group.id} revision={group.revision} />}
      aside={
        group !== undefined &&
        group.products > 0 && (
          <Button variant="outlined" component={Link} to={`${PATHS.products}?group_id=${group.id}`}>
            {t('suppliers.seeProducts', { count: group.products })}
          </Button>
        )
      }
    >
      <FormSection title={t('groups.name')}>
        <LanguageTabs
          form={form}
          getFields={code => [`names.${code}`]}
          isMissing={code => form.values[`names.${code}`].trim() === ''}
        >
          {code => (
            <TextInput
              label={getLabel(`names.${code}`)}
              lang={code}
              autoComplete="off"
              {...form.field(`names.${code}`)}
            />
          )}
        </LanguageTabs>
      </FormSection>
      <FormSection title={t('groups.details')}>
        <TextInput
          label={getLabel('sort_order')}
          inputMode="numeric"
          autoComplete="off"
          hint={t('groups.sortOrderHint')}
          {...form.field('sort_order')}
        />
        <TextInput
          label={getLabel('sales_account')}
          inputMode="numeric"
          autoComplete="off"
          hint={t('groups.accountHint')}
          {...form.field('sales_account')}
        />
        <WideField>
          <CheckInput label={getLabel('hidden')} hint={t('groups.hiddenHint')} {...form.check('hidden')} />
        </WideField>
      </FormSection>
      {group && <RemoveGroup group={group} />}
    </RecordFormFrame>
  )
}

/** Removes a group, if no product is in it. */
function RemoveGroup({ group: { id, name, products } }: { group: ProductGroup }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const remove = async () => {
    // The page of the removed group is open until the list is.
    await callApi(productGroups.remove, { params: { id }, reload: 'later' })
    await navigate(PATHS.productGroups, { replace: true })
    return t('suppliers.removed', { name })
  }
  if (products > 0) return <Box sx={{ color: 'text.secondary' }}>{t('groups.inUse')}</Box>
  return (
    <Box>
      <RemoveRecord
        label={t('groups.remove')}
        title={t('suppliers.removeTitle', { name })}
        text={t('groups.removeText')}
        onRemove={remove}
      />
    </Box>
  )
}

type NameValues = { [Field in `names.${(typeof FORM_LANGUAGES)[number]}`]: string }
/** A group as typed. */
export type GroupFormValues = NameValues & TypedRecord<typeof GROUP_FIELDS>

const newGroupValues = (): GroupFormValues => ({
  'names.fi': '',
  'names.sv': '',
  'names.en': '',
  ...newTypedRecord(GROUP_FIELDS),
})

const toGroupValues = ({ names, ...group }: ProductGroup): GroupFormValues => ({
  'names.fi': names.fi,
  'names.sv': names.sv,
  'names.en': names.en,
  ...typedRecord(GROUP_FIELDS, group),
})

/** In the contract's shape. Invalid numbers are NaN: check the problems first. */
const groupIn = (typed: GroupFormValues) => ({
  names: { fi: typed['names.fi'].trim(), sv: typed['names.sv'].trim(), en: typed['names.en'].trim() },
  ...recordIn(GROUP_FIELDS, typed),
})

/** The problems that the browser can detect. */
function groupProblems(typed: GroupFormValues, t: Translate): FormProblem[] {
  const { names } = groupIn(typed)
  return [
    ...(FORM_LANGUAGES.some(code => names[code] !== '') ? [] : [{ field: 'names.fi', text: t('forms.nameMissing') }]),
    ...FORM_LANGUAGES.filter(code => names[code].length > MAX_GROUP_NAME_LENGTH).map(code => ({
      field: `names.${code}`,
      text: t('form.maxLength', { count: MAX_GROUP_NAME_LENGTH }),
    })),
    ...fieldProblems(GROUP_FIELDS, typed, {
      t,
      texts: { sort_order: t('groups.problems.sort_order'), sales_account: t('groups.problems.sales_account') },
    }),
  ]
}
