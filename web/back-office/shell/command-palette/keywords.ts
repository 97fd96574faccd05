/**
 * Other words for pages and actions, in all languages of the app: what programs of this kind call them, and what a shopkeeper wants
 * to do there. A person who came from another program finds the page by that program's word.
 */
export const KEYWORDS: Readonly<Record<string, string>> = {
  // Actions
  'new-product': 'add create item article sku lisää luo tuote artikkeli nimike lägg till skapa artikel vara',
  'new-supplier': 'add create vendor wholesaler lisää luo toimittaja tukku lägg till skapa leverantör grossist',
  'new-message':
    'advertisement promotion newsletter push marketing mainos tiedote kampanjaviesti markkinointi reklam annons nyhetsbrev utskick',
  'new-store': 'add create shop location outlet branch lisää luo myymälä toimipiste piste lägg till skapa butik filial',
  'store-hours':
    'public holiday special days closed christmas eve midsummer easter exception opening hours pyhäpäivä juhlapyhä vapaapäivä suljettu joulu jouluaatto juhannus pääsiäinen poikkeava helgdag helg stängt jul julafton midsommar påsk avvikande',
  'new-event':
    'add create preorder round pickup market day lisää luo kierros noutopäivä rekotori lägg till skapa runda avhämtning',
  import:
    'upload csv excel spreadsheet shopify woocommerce square loyverse odoo zettle migrate price list tuonti taulukko hinnasto siirrä ladda upp kalkylblad prislista importera flytta',
  photos: 'pictures images upload photo kuva kuvat valokuvat lataa bild bilder foto ladda upp',
  grid: 'bulk edit mass change many prices table massamuutos muokkaa monta hinnat massändra ändra många priser tabell',
  groups: 'category categories department collection tuoteryhmä kategoria osasto kategori avdelning varugrupp',
  labels:
    'price tags shelf edge tickets barcode print hintalappu hyllylappu viivakoodi tulosta etiketter hyllkant prislapp streckkod skriv ut',
  'labels-to-print':
    'outdated changed prices tags vanhentuneet muuttuneet hintalaput ändrade priser prislappar föråldrade',
  'stock-work':
    'receive delivery goods in count waste spoilage shrinkage write off adjust inventory restock vastaanotto saapuva toimitus kuorma laskenta hävikki poisto saldo täydennys motta leverans inleverans räkna svinn justera saldo lager påfyllning mottagning',
  deliveries:
    'goods received note undo history toimitukset saapuneet lähete kumoa vastaanotot leveranser inkommande följesedel ångra mottagningar',
  'mark-today':
    'red labels stickers reduced markdown expiring best before use by food waste punaiset laput punalaput alennuslaput päiväys vanhenevat hävikki röda etiketter rabattlappar nedsatt pris bäst före datum svinn',
  'stock-takes': 'inventory count audit stocktaking inventaario inventointi varastonlaskenta inventering lagerräkning',
  refund:
    'return money back reimburse chargeback credit cancel palautus hyvitys palauta rahat peruuta återbetalning kreditera retur pengar tillbaka ångra',
  setup:
    'onboarding checklist start begin first steps wizard käyttöönotto aloitus alkuun tarkistuslista kom igång start checklista guide',
  passkeys:
    'security fingerprint face id password two factor 2fa login turvallisuus sormenjälki salasana kirjautuminen säkerhet fingeravtryck lösenord inloggning',
  keys: 'shortcuts keyboard hotkeys pikanäppäin oikotie kortkommandon tangentbord genvägar',
  logout: 'sign out log off exit quit poistu kirjaudu lämna avsluta logga',
  // Pages
  'go/home':
    'dashboard start overview today sales summary figures etusivu yhteenveto tänään myynti översikt idag försäljning hem',
  'go/products':
    'goods articles items assortment catalogue price margin allergens ingredients barcode ean sku artikkelit valikoima hinta hinnat kate allergeenit ainesosat viivakoodi varor artiklar sortiment pris marginal allergener ingredienser streckkod',
  'go/stock':
    'inventory warehouse balance purchase order reorder shortage out of stock low alarm supplier order saldo varastosaldo ostotilaus loppu vähissä täydennys tilausehdotus lager saldo inköp beställning slut beställningsförslag brist',
  'go/orders':
    'sales transactions receipts payments purchases refund unpaid doubt myynnit kuitit maksut ostot tapahtumat palautus epäselvä försäljning kvitton betalningar köp transaktioner oklar betalning',
  'go/preorder-events':
    'round pickup reko market order round deadline kierros nouto rekotori määräaika tilauskierros avhämtning beställningsrunda rekoring deadline',
  'go/preorders':
    'reservations bookings pick list pickup deliver ennakko varaukset keräilylista nouto luovutus förhandsbeställningar bokningar plocklista avhämtning utlämning',
  'go/suppliers':
    'vendors wholesalers producers purchasing contacts tukut tuottajat hankinta yhteystiedot grossister producenter inköp kontakter',
  'go/stores':
    'shops locations opening hours holidays closed door lock code terminal card reader mobilepay payment adyen sumup nuki seam key myymälät aukioloajat pyhäpäivät kiinni ovi lukko ovikoodi maksupääte kortinlukija avain butiker öppettider helgdagar stängt dörr lås dörrkod kortterminal betalterminal kortläsare nyckel',
  'go/messages':
    'advertisements promotion newsletter push notification sms marketing mainokset tiedotteet ilmoitukset markkinointi tekstiviesti annonser reklam nyhetsbrev aviseringar marknadsföring',
  'go/users':
    'customers members accounts admins staff bookkeeper block ban gdpr asiakkaat jäsenet tilit ylläpitäjät henkilökunta kirjanpitäjä estä kunder medlemmar konton administratörer personal bokförare spärra',
  'go/people':
    'staff employees team keepers helpers roles permissions invite henkilökunta työntekijät tiimi oikeudet roolit kutsu personal anställda team roller behörigheter bjud in',
  'go/visitors-log':
    'visits entries footfall theft shoplifting unpaid camera who came yesterday käynnit kävijät kulku varkaus näpistys maksamatta kuka kävi eilen besök besökare inpassering stöld snatteri obetald vem igår',
  'go/duty':
    'alerts alarms on call monitoring problems outage notifications hälytykset varallaolo valvonta viat katkos ilmoitukset larm jour övervakning fel avbrott aviseringar',
  'go/recalls':
    'withdrawal product safety warn buyers batch takaisinveto vaarallinen varoita erä återkallelse farlig varna köpare parti',
  'go/closings':
    'z report end of day cash up settlement bookkeeping accounting sie vat month export kirjanpito tilitys päivän päätös alv kuukausi vienti bokföring dagsavslut kassarapport moms månad export redovisning',
  'go/payouts':
    'settlement reconciliation bank transfer fees commission provider report adyen paytrail sumup chargeback tilitys täsmäytys provisio palkkiot pankki maksupalvelu avräkning avstämning avgifter bank betaltjänst utbetalning',
  'go/campaigns':
    'discount sale offer special promotion reduced markdown black friday christmas easter summer alennus ale tarjous alennusmyynti joulu pääsiäinen kesä rabatt rea extrapris erbjudande jul påsk sommar',
  'go/reports':
    'statistics analytics insight turnover revenue sales best sellers margin waste vat tilastot analytiikka myynti liikevaihto myydyimmät kate hävikki alv statistik analys omsättning försäljning bästsäljare marginal svinn moms',
  'go/settings':
    'configuration preferences options company asetukset määritykset valinnat yritys inställningar konfiguration företag',
  'go/audit':
    'history log changes who changed activity loki tapahtumat kuka muutti historia logg ändringar vem ändrade aktivitet historik',
  'go/guide':
    'help manual instructions support how to ohje ohjeet apua tuki käyttöohje hjälp manual instruktioner support handbok',
  // Settings
  'settings-operator':
    'company business id address contact receipt logo yritys y-tunnus osoite yhteystiedot kuitti företag fo-nummer adress kontakt kvitto',
  'settings-terms':
    'conditions legal contract withdrawal purchase ehdot sopimus laki peruutus toimitusehdot villkor avtal lag ånger köpvillkor',
  'settings-privacy':
    'gdpr personal data notice policy tietosuoja henkilötiedot seloste dataskydd personuppgifter integritet',
  'settings-cameras':
    'cctv surveillance video notice kameravalvonta valvontakamera tallentava kameraövervakning bevakning',
  'settings-vat': 'tax rates percent verokanta vero alv prosentti moms skatt momssats procent',
  'settings-languages':
    'translation finnish swedish english kieli käännös suomi ruotsi språk översättning finska svenska',
  'settings-barcodes':
    'scale labels weight price ean prefix vaaka punnitus etuliite viivakoodi våg vikt prefix streckkod',
  'settings-retention':
    'delete erase data period gdpr storage poista säilytysaika tiedot hävitä radera lagringstid gallring uppgifter',
  'settings-health':
    'backup backups restore status system server email sms disk certificate varmuuskopio palautus tila järjestelmä palvelin sähköposti levy säkerhetskopia backup återställning status system server e-post disk',
  // Reports
  'report-day': 'daily turnover revenue takings liikevaihto päivämyynti omsättning dagsförsäljning',
  'report-week': 'weekly turnover revenue liikevaihto viikkomyynti omsättning veckoförsäljning',
  'report-month': 'monthly turnover revenue liikevaihto kuukausimyynti omsättning månadsförsäljning',
  'report-hour': 'busy hours peak times rush hour ruuhka kiire vilkkain rusning bråttom',
  'report-product':
    'best sellers top products popular bestsellers myydyimmät suosituimmat parhaat bästsäljare populära',
  'report-slow': 'dead stock slow movers unsold hidas kierto seisova myymättä långsam osåld trögrörlig',
  'report-supplier': 'vendor sales toimittajamyynti leverantörsförsäljning',
  'report-vat': 'tax report verot verotus skatt momsredovisning',
  'report-margin': 'profit gross margin markup earnings voitto tuotto katetuotto vinst täckningsbidrag bruttovinst',
  'report-waste': 'spoilage shrinkage loss expired pilaantunut hukka vanhentunut kassation svinn utgånget',
  'report-inventory': 'stock value balance sheet year end varaston arvo tilinpäätös lagervärde bokslut',
  'report-visits': 'conversion footfall theft without purchase konversio kävijät varkaus konvertering besökare stöld',
}
