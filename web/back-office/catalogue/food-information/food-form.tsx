import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import { type AdminFood, foodInformation } from '#contract/catalogue/food-information.ts'
import { ImageEditor } from '#web/back-office/catalogue/product-images/image-editor.tsx'
import { RecordAuditLog } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { GuideLink } from '#web/back-office/kit/guide/guide-link.tsx'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordFormFrame, RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { KindFields, AllergenFields, ContentFields, PackageFields, NutritionFields } from './food-fields.tsx'
import { MissingFood } from './food-panel.tsx'
import { LabelPhotos } from './label-photos.tsx'
import { useFoodForm, useFoodLabels } from './use-food-form.ts'

type FoodPartProps = { product: AdminProduct; name: string }

/** The form of a product's food information. */
export function FoodPart({ product, name }: FoodPartProps) {
  const { data } = useQuery(queryFor(foodInformation.getForAdmin, { params: { id: String(product.id) } }))
  return data ? <FoodForm product={product} name={name} food={data} /> : <RecordLoading />
}

function FoodForm({ product, name, food }: FoodPartProps & { food: AdminFood }) {
  const { t } = useTranslation()
  const form = useFoodForm(product.id, food)
  const getLabel = useFoodLabels()
  return (
    <RecordFormFrame
      title={t('foodForm.title', { name })}
      form={form}
      getLabel={getLabel}
      record={{ kind: 'product', id: product.id }}
      aside={
        <Button variant="outlined" component={Link} to={`${PATHS.products}/${product.id}/edit`}>
          {t('foodForm.back')}
        </Button>
      }
      side={
        <>
          <ImageEditor productId={product.id} images={product.images} />
          <LabelPhotos productId={product.id} images={product.images} />
          <RecordAuditLog kind="product" id={product.id} revision={food.revision} />
        </>
      }
    >
      <MissingFood missing={food.missing} />
      <GuideLink page="products" at="food-information">
        {t('guide.food')}
      </GuideLink>
      <KindFields form={form} food={food} />
      <AllergenFields form={form} food={food} />
      <ContentFields form={form} food={food} />
      <PackageFields form={form} food={food} />
      <NutritionFields form={form} food={food} />
    </RecordFormFrame>
  )
}
