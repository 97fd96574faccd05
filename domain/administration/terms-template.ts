import { joinFilled } from '#domain/format/join-filled.ts'
type Language = 'en' | 'fi' | 'sv'
type Texts = Record<Language, { title: string; paragraphs: string[] }>

/** The seller's facts in the terms. Email or phone may be empty. */
type SellerDetails = {
  name: string
  business_id: string
  email: string
  phone: string
}

const OR_WORDS = { en: ' or ', fi: ' tai ', sv: ' eller ' } as const

/** Terms of purchase of an unstaffed store, for the seller to edit: the same paragraphs in each language. */
export function termsTemplate(seller: SellerDetails): Texts {
  const { name, business_id: businessId } = seller
  const contact = (language: Language) => joinFilled([seller.email, seller.phone], OR_WORDS[language])
  return {
    en: {
      title: 'Terms of purchase',
      paragraphs: [
        `The goods are sold by ${name} (business ID ${businessId}). The stores are unstaffed: you pick the goods yourself, scan them with your phone and pay before you leave: by card at the store’s payment terminal, or in an app if the store offers it.`,
        'All prices are in euros and include value added tax. The price of a drink includes its deposit, which is shown as a separate line on the receipt. The price in force when you accept the order is the price you pay.',
        'You are responsible for scanning everything you take. Check the products and quantities in your basket before you pay. If you notice a mistake afterwards, tell us and we’ll put it right together.',
        'The sale is complete when your payment has been approved. Your receipt then appears on your phone and stays under your purchases. If a payment is interrupted we find out what happened: you are never charged twice for one order.',
        'Put goods that you decide not to buy back in their place. Food that must be kept cold or frozen goes straight back to the refrigerator or the freezer.',
        'If a product is faulty, keep the receipt and contact us as soon as you can. We replace the product or refund you. Your rights under the Consumer Protection Act are not limited by these terms.',
        'A pre-order binds you once ordering has closed. Until then you can cancel it free of charge on the page of the order. You can also withdraw from a pre-order within 14 days of pick-up, unless the product is marked perishable.',
        'Products with an age limit are not sold where no one can check your age.',
        `Questions and complaints: ${contact('en')}. If we can’t agree, you can take the matter to the Consumer Disputes Board, after first contacting the consumer advisory service.`,
      ],
    },
    fi: {
      title: 'Ostoehdot',
      paragraphs: [
        `Tuotteet myy ${name} (Y-tunnus ${businessId}). Kaupoissa ei ole henkilökuntaa: keräät tuotteet itse, skannaat ne puhelimellasi ja maksat ennen kuin lähdet: kortilla kaupan maksupäätteellä tai sovelluksessa, jos kauppa tarjoaa sitä.`,
        'Hinnat ovat euroissa ja sisältävät arvonlisäveron. Juoman hintaan sisältyy pantti, joka näkyy kuitissa omana rivinään. Maksat sen hinnan, joka on voimassa, kun hyväksyt tilauksen.',
        'Vastaat siitä, että skannaat kaikki ottamasi tuotteet. Tarkista korisi tuotteet ja määrät ennen maksamista. Jos huomaat virheen jälkeenpäin, kerro siitä meille, niin korjaamme sen yhdessä.',
        'Kauppa on syntynyt, kun maksusi on hyväksytty. Kuitti ilmestyy silloin puhelimeesi ja säilyy ostoksissasi. Jos maksaminen keskeytyy, selvitämme, mitä tapahtui: samasta tilauksesta ei veloiteta kahdesti.',
        'Palauta paikalleen tuotteet, joita et halua ostaa. Kylmässä säilytettävät elintarvikkeet kuuluvat heti takaisin kylmäkaappiin tai pakastimeen.',
        'Jos tuotteessa on virhe, säästä kuitti ja ota meihin yhteyttä mahdollisimman pian. Vaihdamme tuotteen tai hyvitämme sen hinnan. Nämä ehdot eivät rajoita kuluttajansuojalain mukaisia oikeuksiasi.',
        'Ennakkotilaus sitoo sinua, kun tilausaika on päättynyt. Siihen asti voit perua sen maksutta tilauksen sivulla. Jos tuotetta ei ole merkitty nopeasti pilaantuvaksi, voit lisäksi peruuttaa ennakkotilauksen 14 päivän kuluessa noudosta.',
        'Ikärajatuotteita ei myydä siellä, missä kukaan ei voi tarkistaa ikääsi.',
        `Kysymykset ja reklamaatiot: ${contact('fi')}. Jos emme pääse sopuun, voit viedä asian kuluttajariitalautakuntaan, kun olet ensin ottanut yhteyttä kuluttajaneuvontaan.`,
      ],
    },
    sv: {
      title: 'Köpvillkor',
      paragraphs: [
        `Varorna säljs av ${name} (FO-nummer ${businessId}). Butikerna är obemannade: du plockar varorna själv, skannar dem med din telefon och betalar innan du går: med kort på butikens betalterminal, eller i en app om butiken erbjuder det.`,
        'Priserna är i euro och inkluderar mervärdesskatt. I priset på en dryck ingår panten, som visas på en egen rad på kvittot. Du betalar det pris som gäller när du godkänner beställningen.',
        'Du ansvarar för att skanna allt du tar. Kontrollera varorna och antalet i korgen innan du betalar. Om du märker ett fel efteråt, berätta det för oss så rättar vi till det tillsammans.',
        'Köpet är slutfört när din betalning har godkänts. Då visas kvittot i din telefon och det finns kvar bland dina köp. Om betalningen avbryts tar vi reda på vad som hände: du debiteras aldrig två gånger för samma beställning.',
        'Lägg tillbaka varor som du inte vill köpa på sin plats. Livsmedel som ska förvaras kallt eller fryst ska genast tillbaka till kylskåpet eller frysen.',
        'Om det är fel på en vara, spara kvittot och kontakta oss så snart du kan. Vi byter varan eller återbetalar den. De här villkoren begränsar inte dina rättigheter enligt konsumentskyddslagen.',
        'En förhandsbeställning är bindande när beställningstiden har gått ut. Fram till dess kan du avboka den kostnadsfritt på beställningens sida. Om varan inte är märkt som lättfördärvlig kan du också ångra förhandsbeställningen inom 14 dagar från det att du har hämtat den.',
        'Varor med åldersgräns säljs inte där ingen kan kontrollera din ålder.',
        `Frågor och reklamationer: ${contact('sv')}. Om vi inte kommer överens kan du föra ärendet till konsumenttvistenämnden, sedan du först har kontaktat konsumentrådgivningen.`,
      ],
    },
  }
}
