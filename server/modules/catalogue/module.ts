import { contract } from '#contract/index.ts'
import type { ProductData } from '#server/adapters/product-data/product-data.ts'
import type { FetchRemoteImage } from '#server/adapters/remote-image/remote-image.ts'
import type { Module } from '#server/platform/module.ts'
import { adminProductRoutes } from './admin-products/routes.ts'
import { bulkChangeRoutes, productGridRoutes } from './bulk-changes/routes.ts'
import { foodInformationRoutes } from './food-information/routes.ts'
import { CATALOGUE_PERSONAL_DATA } from './personal-data.ts'
import { watchPricePlans } from './price-plans/apply-plans.ts'
import { pricePlanRoutes } from './price-plans/routes.ts'
import { productGroupRoutes } from './product-groups/routes.ts'
import { imageProcessor } from './product-images/process-image.ts'
import { imagePages } from './product-images/queries.ts'
import { productImageRoutes } from './product-images/routes.ts'
import type { ImportStock } from './product-imports/apply-goods.ts'
import { productImportRoutes } from './product-imports/routes.ts'
import { productOfferRoutes } from './product-offers/routes.ts'
import { productRoutes } from './products/routes.ts'
import { purchasePriceRoutes } from './purchase-prices/routes.ts'
import { bulkChangeRows, oldOffers, removeImages, uncalledImports } from './retention.ts'
import { shelfLabelRoutes } from './shelf-labels/routes.ts'
import { exportSuppliers } from './suppliers/queries.ts'
import { supplierRoutes } from './suppliers/routes.ts'
import { unknownCodeRoutes } from './unknown-codes/routes.ts'
import { vatRateRoutes } from './vat-rates/routes.ts'

export const catalogue = {
  routes({ http, mount, context, services: { productData, fetchRemoteImage, importStock } }) {
    // Uploads and offered pictures wait for each other: one image at a time.
    const processImage = imageProcessor()
    mount(contract.products, productRoutes(context))
    imagePages(http, context)
    mount(contract.suppliers, supplierRoutes(context))
    mount(contract.productGroups, productGroupRoutes(context))
    mount(contract.adminProducts, adminProductRoutes(context))
    mount(contract.pricePlans, pricePlanRoutes(context))
    mount(contract.purchasePrices, purchasePriceRoutes(context))
    mount(contract.productImages, productImageRoutes(context, processImage))
    mount(contract.productOffers, productOfferRoutes(context, { productData, processImage }))
    mount(contract.foodInformation, foodInformationRoutes(context))
    mount(contract.productImports, productImportRoutes(context, { stock: importStock, fetchRemoteImage, processImage }))
    mount(contract.shelfLabels, shelfLabelRoutes(context))
    mount(contract.bulkChanges, bulkChangeRoutes(context))
    mount(contract.productGrid, productGridRoutes(context))
    mount(contract.vatRates, vatRateRoutes(context))
    mount(contract.unknownCodes, unknownCodeRoutes(context))
  },
  jobs: [watchPricePlans],
  retention: [removeImages, oldOffers, uncalledImports, bulkChangeRows],
  exports: context => ({ suppliers: exportSuppliers(context) }),
  personalData: CATALOGUE_PERSONAL_DATA,
} satisfies Module<{
  productData: ProductData | undefined
  fetchRemoteImage: FetchRemoteImage
  importStock: ImportStock
}>
