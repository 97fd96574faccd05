import type { NoticesIn } from '../en/legal-notices.ts'

export const SV: NoticesIn = {
  privacy: {
    title: 'Dataskydd',
    paragraphs: [
      '# Personuppgiftsansvarig',
      '{operator} (FO-nummer {business_id}), {address}, är personuppgiftsansvarig och bestämmer vad som sparas och varför. Fråga oss om allt på den här sidan: {email}, {phone}.',
      '# Varför och på vilken rättslig grund',
      'Vi behandlar uppgifter om ditt konto, dina beställningar och dina betalningar för att fullgöra köpeavtalet med dig. Kvitton, betalningar och återbetalningar sparar vi eftersom bokföringslagen kräver det.',
      'Besöksloggen, väntetiderna mellan koder och listan över spärrade nummer grundar sig på vårt berättigade intresse: en obemannad butik måste vara trygg och skyddad mot missbruk.',
      'Vi skickar aviseringar bara med ditt samtycke. Du kan återkalla samtycket när som helst i kontomenyn.',
      '# Vilka uppgifter vi behöver av dig',
      'För att handla här behöver du en e-postadress och ett telefonnummer; utan dem kan du inte köpa något. Ingen lag tvingar dig att uppge dem.',
      '# Varifrån uppgifterna kommer',
      'Från dig, från det du köper och från betalterminalen. Kortkvittot visar högst en del av ditt kortnummer. Vi ser aldrig hela numret.',
      '# Vem som får uppgifterna',
      'Företag som arbetar för oss enligt våra anvisningar: leverantören av servern, tjänsterna som förmedlar e-post och textmeddelanden samt terminalens betaltjänst. Myndigheter får uppgifter bara när lagen kräver det. Vi säljer inga uppgifter, och ingen spårar dig genom den här appen.',
      '{mobilepay}',
      'Om du slår på aviseringar förmedlas de krypterade av din webbläsares eller telefons tillverkare. Denne kan finnas utanför EU och EES; då grundar sig överföringen på Europeiska kommissionens beslut om adekvat skyddsnivå eller på dess standardavtalsklausuler.',
      '# Hur länge uppgifterna sparas',
      'Listan nedan visar det för varje slag av uppgifter.',
      '# Dina rättigheter',
      'Du har rätt att se dina uppgifter och få en kopia av dem, att få fel rättade och ditt konto raderat, och att be oss begränsa det vi gör på grund av vårt berättigade intresse eller invända mot det. På sidan ”Stäng kontot” kan du själv ladda ner allt och stänga kontot.',
      'Om du tycker att vi behandlar dina uppgifter fel, säg till oss. Du har också rätt att lämna in klagomål till en tillsynsmyndighet, i Finland dataombudsmannen: tietosuoja.fi/sv.',
      '# Inga automatiska beslut',
      'Inget beslut som har betydelse för dig fattas enbart automatiskt, och ingen profilering görs av dig.',
      '# Kakor',
      'Appen använder bara de kakor som behövs: de håller dig inloggad och skyddar din session. Din webbläsare minns också ditt språk, din butik och din varukorg. När du loggar ut raderas de. Allergener som du väljer finns kvar i din webbläsare tills du rensar dem: vi får dem aldrig.',
    ],
  },
  cameras: {
    title: 'Kameror i butikerna',
    paragraphs: [
      '# Personuppgiftsansvarig',
      '{operator} (FO-nummer {business_id}), {address}, är personuppgiftsansvarig. Fråga oss: {email}, {phone}.',
      '# Varför och på vilken rättslig grund',
      'Butikerna är öppna utan personal. Kameror spelar in butikslokalen och ingången, så att människor och varor är trygga och skador och brott kan utredas. Den rättsliga grunden är vårt berättigade intresse. Inget ljud spelas in, och ansiktsigenkänning används inte.',
      '# Hur länge, och vem som får inspelningarna',
      'Inspelningar raderas efter högst 30 dagar, om de inte behövs för att utreda något som hänt. Då kan de lämnas till polisen eller ett försäkringsbolag.',
      '# Dina rättigheter',
      'Du kan be att få se en inspelning av dig själv, be oss radera den eller begränsa användningen av den, och invända mot att du spelas in. Berätta vilken butik, vilken dag och vilken tid. Du har också rätt att lämna in klagomål till en tillsynsmyndighet, i Finland dataombudsmannen: tietosuoja.fi/sv.',
    ],
  },
  mobilepay:
    'Om du betalar med MobilePay får Vipps MobilePay AS betalningens belopp och referens och skickar resultatet till oss. Företaget är självt personuppgiftsansvarigt för uppgifterna i sin app, och dess egen integritetspolicy gäller. Vi får varken ditt MobilePay-nummer eller dina kontouppgifter.',
  kinds: {
    account: {
      what: 'E-postadress, språk, vald butik, behörigheter, första och senaste inloggning',
      why: 'För att veta vem som har köpt vad (avtalet med dig)',
      until: 'Tills du stänger kontot eller ingen har använt det på {idle_account_years} år',
    },
    signIn: {
      what: 'Inloggningslänkar och koder som kondensat (hashvärden), och de webbläsare där du är inloggad, som ”Chrome på Android”',
      why: 'För att du ska kunna logga in och ingen annan (avtalet med dig)',
      until:
        'Länkar och koder 10 minuter, en inloggning {session_days} dagar efter senaste användning, högst {session_most_days} dagar',
    },
    phone: {
      what: 'Telefonnummer, och koder som skickats till det som kondensat (hashvärden)',
      why: 'I en obemannad butik måste det gå att nå kunden (vårt berättigade intresse)',
      until: 'Numret lika länge som kontot, koder 10 minuter',
    },
    visits: {
      what: 'Vilken butik du valde eller hämtade en dörrkod till, och när',
      why: 'För att utreda skador och missbruk (vårt berättigade intresse)',
      until: '{visit_days} dagar',
    },
    purchases: {
      what: 'Beställningar, förhandsbeställningar, ångrade avtal, betalningar, återbetalningar och kortkvitton',
      why: 'För att sälja till dig (avtalet med dig) och för att spara verifikat (bokföringslagen)',
      until:
        'Det som betalats sex år från årets slut; när kontot har stängts, utan koppling till dig. Beställningar som avbröts innan någon försökte betala dem högst {unpaid_order_days} dagar. Andra obetalda beställningar lika länge som kontot',
    },
    devices: {
      what: 'De webbläsare och telefoner där du slagit på aviseringar, adresserna som de nås på, och aviseringarna som skickats till dem',
      why: 'För att berätta det du bett att få veta (ditt samtycke)',
      until: 'Tills du slår av aviseringarna eller loggar ut där; det som skickats {notification_days} dagar',
    },
    doorCodes: {
      what: 'Koder till en butiks dörr, krypterade',
      why: 'För att släppa in dig (avtalet med dig)',
      until: 'Högst 15 minuter; att du hämtade en sparas som andra besök',
    },
    reports: {
      what: 'Okända streckkoder som du har rapporterat, per butik',
      why: 'För att rätta till sortimentet (vårt berättigade intresse)',
      until: 'Lika länge som kontot',
    },
    messages: {
      what: 'E-post och textmeddelanden på väg till dig, krypterade; i en provinstallation också de som sparas där för läsning',
      why: 'För att de ska komma fram till dig (avtalet med dig)',
      until: 'Tills de har skickats; i en provinstallation {mailbox_days} dagar',
    },
    misuse: {
      what: 'Väntetider mellan koder, antal försök och spärrade telefonnummer; oläsliga när kontot har stängts',
      why: 'För att skydda butiken mot missbruk (vårt berättigade intresse)',
      until: 'Väntetider högst två dagar, spärrade nummer så länge de är spärrade',
    },
    work: {
      what: 'För vår egen personal: vem som ändrade vad i administrationen, och sparade listor',
      why: 'För att kunna säga vem som gjorde vad (vårt berättigade intresse)',
      until: 'Så länge vi driver butikerna; utan namn när kontot har stängts',
    },
  },
}
