/** A list of products as another program exports it: two or three products, with what makes each program’s lists special. */
export type ImportList = {
  program: string
  /** Where its columns are published. The rows are ours. */
  source: string
  csv: string
  /** Each product of the list: its name, price with VAT and EAN, and if they are there its group and stock. */
  products: readonly { name: string; price: number; ean: string; group?: string; stock?: number; bulk?: true }[]
  /** It names the VAT of each product. */
  hasVat?: true
}

const quoted = (rows: readonly (readonly string[])[], separator = ',') =>
  rows
    .map(row => row.map(cell => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator))
    .join('\n')

/** A table of rows in the form `Head=cell|Head=cell`. */
function byHeading(headings: readonly string[], rows: readonly string[], separator?: string): string {
  const read = rows.map(
    row => new Map(row.split('|').map(part => [part.split('=')[0], part.slice(part.indexOf('=') + 1)])),
  )
  return quoted([headings, ...read.map(cells => headings.map(heading => cells.get(heading) ?? ''))], separator)
}

const SHOPIFY_HEADINGS =
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Variant Weight Unit,Cost per item,Status'.split(
    ',',
  )

const SQUARE_HEADINGS =
  'Token|Item Name|Variation Name|SKU|Description|Categories|Reporting Category|GTIN|Price|Archived|Sellable|Stockable|Option Name 1|Option Value 1|Default Unit Cost|Default Vendor Name|Enabled Kylä|Current Quantity Kylä|New Quantity Kylä|Stock Alert Count Kylä|Price Kylä|Tax - Elintarvikkeet (13.5%)|Tax - Yleinen (25.5%)'.split(
    '|',
  )

const WOO_HEADINGS =
  'ID|Type|SKU|GTIN, UPC, EAN, or ISBN|Name|Published|Is featured?|Visibility in catalog|Short description|Description|Tax status|Tax class|In stock?|Stock|Low stock amount|Sale price|Regular price|Categories|Tags|Images|Parent|Position|Attribute 1 name|Attribute 1 value(s)'.split(
    '|',
  )

const LOYVERSE_HEADINGS =
  'Handle|SKU|Name|Category|Description|Sold by weight|Option 1 name|Option 1 value|Option 2 name|Option 2 value|Cost|Barcode|SKU of included item|Quantity of included item|Track stock|Available for sale [Kylä]|Price [Kylä]|In stock [Kylä]|Low stock [Kylä]|Tax - "ALV 13,5" (13.5%)|Tax - "ALV 25,5" (25.5%)'.split(
    '|',
  )

const PRESTASHOP_HEADS =
  'Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Tax rules ID;Wholesale price;On sale (0/1);Discount amount;Reference #;Supplier reference #;Supplier;Manufacturer;EAN13;UPC;Ecotax;Weight;Quantity;Minimal quantity;Visibility;Short description;Description;Tags (x,y,z...)'.split(
    ';',
  )

export const IMPORT_LISTS: readonly ImportList[] = [
  {
    program: 'Shopify',
    source: 'https://help.shopify.com/en/manual/products/import-export/using-csv',
    csv: byHeading(SHOPIFY_HEADINGS, [
      `Handle=mehu|Title=Tuoremehu|Body (HTML)=<p>Kylmä &amp; raikas.</p>|Vendor=Maatila|Type=Juomat|Option1 Name=Maku|Option1 Value=Omena|Variant Inventory Qty=5|Variant Price=3.50|Variant Barcode='6499000000013|Cost per item=1.20|Status=active`,
      'Handle=mehu|Option1 Value=Mansikka|Variant Inventory Qty=0|Variant Price=3.90|Variant Barcode=6499000000020',
      'Handle=mehu|Image Src=https://cdn.example/2.jpg|Image Position=2',
      'Handle=pulla|Title=Pulla|Vendor=Maatila|Type=Leivät|Option1 Name=Title|Option1 Value=Default Title|Variant Price=2.00|Variant Barcode=6499000000037|Status=active',
    ]),
    products: [
      { name: 'Tuoremehu, Omena', price: 3.5, ean: '6499000000013', group: 'Juomat', stock: 5 },
      { name: 'Tuoremehu, Mansikka', price: 3.9, ean: '6499000000020', group: 'Juomat', stock: 0 },
      { name: 'Pulla', price: 2, ean: '6499000000037', group: 'Leivät' },
    ],
  },
  {
    program: 'WooCommerce',
    source: 'https://woocommerce.com/document/product-csv-importer-exporter/',
    csv: byHeading(WOO_HEADINGS, [
      'ID=1001|Type=simple|SKU=L-1|GTIN, UPC, EAN, or ISBN=6499000000044|Name=Ruisleipä|Published=1|Short description=<p>Ohutta</p>|Regular price=4.20|Stock=3|Categories=Ruoka &gt; Leivät, Uutuudet',
      'ID=1002|Type=variable|SKU=J|Name=Jäätelö|Published=1|Categories=Ruoka > Jäätelöt',
      'ID=1003|Type=variation|Parent=J|Name=Jäätelö - Vanilja|Published=1|Regular price=5|GTIN, UPC, EAN, or ISBN=6499000000051|Stock=12',
    ]),
    products: [
      { name: 'Ruisleipä', price: 4.2, ean: '6499000000044', group: 'Leivät', stock: 3 },
      { name: 'Jäätelö - Vanilja', price: 5, ean: '6499000000051', group: 'Jäätelöt', stock: 12 },
    ],
  },
  {
    program: 'Square',
    source: 'https://squareup.com/help/gb/en/article/5966-item-library-and-unit-cost-management',
    hasVat: true,
    csv: byHeading(SQUARE_HEADINGS, [
      'Token=A1|Item Name=Kahvi|Variation Name=Regular|Categories=Juomat|Price=6.50|GTIN=6499000000068|Current Quantity Kylä=7|Default Vendor Name=Maatila|Default Unit Cost=3.10|Tax - Elintarvikkeet (13.5%)=Y|Tax - Yleinen (25.5%)=N',
      'Token=A2|Item Name=Muki|Variation Name=Iso|Categories=Koti|Price=12.00|GTIN=6499000000075|Tax - Elintarvikkeet (13.5%)=N|Tax - Yleinen (25.5%)=Y|Default Vendor Name=Maatila',
    ]),
    products: [
      { name: 'Kahvi', price: 6.5, ean: '6499000000068', group: 'Juomat', stock: 7 },
      { name: 'Muki, Iso', price: 12, ean: '6499000000075', group: 'Koti' },
    ],
  },
  {
    program: 'Loyverse',
    source: 'https://help.loyverse.com/help/importing-and-exporting',
    hasVat: true,
    csv: byHeading(LOYVERSE_HEADINGS, [
      `Handle=tee|SKU=10001|Name=Tee|Category=Juomat|Sold by weight=N|Option 1 name=Laatu|Option 1 value=Vihreä|Barcode=6499000000082|Price [Kylä]=4.90|In stock [Kylä]=4|Available for sale [Kylä]=Y|Tax - "ALV 13,5" (13.5%)=Y|Cost=0`,
      `Handle=tee|SKU=10002|Option 1 value=Musta|Barcode=6499000000099|Price [Kylä]=4.50|Available for sale [Kylä]=Y|Tax - "ALV 13,5" (13.5%)=Y`,
      `Handle=peruna|SKU=10003|Name=Peruna|Category=Vihannekset|Sold by weight=Y|Price [Kylä]=1.20|In stock [Kylä]=12.5|Available for sale [Kylä]=Y|Tax - "ALV 13,5" (13.5%)=Y`,
    ]),
    products: [
      { name: 'Tee, Vihreä', price: 4.9, ean: '6499000000082', group: 'Juomat', stock: 4 },
      { name: 'Tee, Musta', price: 4.5, ean: '6499000000099', group: 'Juomat' },
      { name: 'Peruna', price: 1.2, ean: '', group: 'Vihannekset', stock: 12.5, bulk: true },
    ],
  },
  {
    program: 'Odoo',
    source: 'https://github.com/odoo/documentation/blob/19.0/content/applications/essentials/export_import_data.rst',
    hasVat: true,
    csv: byHeading(
      ...([
        'External ID|Favorite|Name|Internal Reference|Barcode|Sales Price|Cost|Product Category|Customer Taxes|Quantity On Hand|Unit of Measure'.split(
          '|',
        ),
        [
          'External ID=__export__.product_1|Name=Hunaja|Internal Reference=H-1|Cost=5.1|Barcode=6499000000105, 6499000000112|Sales Price=8.9|Unit of Measure=Units|Product Category=All / Ruoka / Hunajat|Customer Taxes=ALV 13,5 %|Quantity On Hand=9.0',
        ],
      ] as const),
    ),
    products: [{ name: 'Hunaja', price: 8.9, ean: '6499000000105', group: 'Hunajat', stock: 9 }],
  },
  {
    program: 'PrestaShop',
    source:
      'https://docs.prestashop-project.org/1.7-documentation/user-guide/configuring-shop/advanced-parameters/import',
    csv: byHeading(
      PRESTASHOP_HEADS,
      [
        'Product ID=1|Active (0/1)=1|Name *=Hillo|Categories (x,y,z...)=Ruoka,Hillot|Price tax excluded=4.40|Wholesale price=2.20|Supplier=Maatila|EAN13=6499000000129|Quantity=6|Short description=<p>Mustikasta</p>',
      ],
      ';',
    ),
    // 4.40 € and 13.5 % VAT.
    products: [{ name: 'Hillo', price: 4.99, ean: '6499000000129', group: 'Ruoka', stock: 6 }],
  },
  {
    program: 'Zettle',
    // No public document with the columns of its file was found (searched again in November 2026): these are the fields of a product
    // and its variants in its interface for programs.
    source: 'https://developer.zettle.com/docs/api/product-library/overview',
    hasVat: true,
    csv: byHeading('Name,Variant,Category,Unit,Price,Cost price,VAT,Barcode,SKU,In stock'.split(','), [
      `Name=Korvapuusti|Category=Leivät|Price=2,50 €|VAT=13,5|Barcode=="6499000000136"`,
      'Name=Mehu|Variant=1 l|Category=Juomat|Price=3,-|VAT=13,5 %|Barcode=6-499000-000143',
    ]),
    products: [
      { name: 'Korvapuusti', price: 2.5, ean: '6499000000136', group: 'Leivät' },
      { name: 'Mehu, 1 l', price: 3, ean: '6499000000143', group: 'Juomat' },
    ],
  },
  {
    program: 'SumUp',
    source: 'https://help.sumup.com/cs-CZ/articles/2hsaVR7DMaiO8fEFOnLVfp-import-sablony',
    hasVat: true,
    csv: byHeading(
      'Item name,Variations,Option set 1,Option 1,Is variation visible?,Price,Cost price,Tax rate (%),Unit,SKU,Barcode,Category,Quantity,Item id,Variant id'.split(
        ',',
      ),
      ['Item name=Suklaa|Price=3.20|Tax rate (%)=13.5|Barcode=6499000000150|Quantity=8|Category=Makeiset'],
    ),
    products: [{ name: 'Suklaa', price: 3.2, ean: '6499000000150', group: 'Makeiset', stock: 8 }],
  },
  {
    program: 'tukku',
    // A Finnish wholesaler’s price list: no program’s.
    source: 'https://www.gs1.fi/fi/palvelut/synkka',
    hasVat: true,
    csv: byHeading(
      'Tuotenumero;Tuotenimi;GTIN-14;Kpl/ltk;Ostohinta ALV 0 %;OVH sis. alv;ALV;Tuoteryhmän nimi;Toimittajan nimi'.split(
        ';',
      ),
      [
        'Tuotenumero=00123|Tuotenimi=Kaurahiutale 1 kg|GTIN-14=06499000000167|Kpl/ltk=10|Ostohinta ALV 0 %=1,09 €|OVH sis. alv=EUR 1,95|ALV=ALV 13,5 %|Tuoteryhmän nimi=Myllyt|Toimittajan nimi=Maatila',
      ],
      ';',
    ),
    products: [{ name: 'Kaurahiutale 1 kg', price: 1.95, ean: '6499000000167', group: 'Myllyt' }],
  },
]
