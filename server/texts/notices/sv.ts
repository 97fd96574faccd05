import type { NoticesIn } from './notices.ts'

export const SV: NoticesIn = {
  privacy: {
    title: 'Dataskydd',
    paragraphs: [
      '# Personuppgiftsansvarig',
      '{operator} (FO-nummer {business_id}), {address}, bestämmer vad den här butiken sparar och varför. Fråga oss om allt på den här sidan: {email}, {phone}.',
      '# Vad uppgifterna används till och på vilken grund',
      'Ditt konto, dina beställningar och dina betalningar behandlas för att fullgöra köpeavtalet med dig. Kvitton, betalningar och återbetalningar sparas eftersom bokföringslagen kräver det.',
      'Besöksloggen, väntetiderna mellan koder och listan över spärrade nummer grundar sig på vårt berättigade intresse: en obemannad butik måste vara trygg och får inte missbrukas.',
      'Aviseringar skickas bara med ditt samtycke. Du kan ta tillbaka det när som helst i kontomenyn.',
      '# Vad du måste uppge',
      'För att handla här behövs en e-postadress och ett telefonnummer; utan dem kan inget köp göras. Ingen lag tvingar dig att uppge dem.',
      '# Varifrån uppgifterna kommer',
      'Från dig, från det du köper och från betalterminalen. Dess kvitto visar högst en del av ditt kortnummer. Vi ser aldrig hela numret.',
      '# Vem som får dem',
      'De som arbetar för oss enligt våra anvisningar: leverantören av servern, tjänsterna som förmedlar e-post och textmeddelanden samt terminalens betaltjänst. Myndigheter får uppgifter bara när lagen säger det. Vi säljer ingenting, och ingen följer dig från den här appen.',
      'Om du slår på aviseringar förmedlas de krypterade av den som har gjort din webbläsare eller telefon. Denne kan finnas utanför EU; då grundar sig överföringen på Europeiska kommissionens beslut eller standardklausuler.',
      '# Hur länge',
      'Tabellen nedan berättar det för varje slag av uppgifter.',
      '# Dina rättigheter',
      'Du kan se dina uppgifter och få en kopia, få fel rättade, få ditt konto borttaget och be oss begränsa eller sluta med det som grundar sig på vårt berättigade intresse. På sidan ”Stäng kontot” kan du själv ladda ner allt och ta bort kontot.',
      'Om du tycker att vi behandlar dina uppgifter fel, säg till oss. Du kan också klaga hos en tillsynsmyndighet, i Finland dataombudsmannen: tietosuoja.fi.',
      '# Ingen maskin beslutar ensam',
      'Inget beslut som har betydelse för dig fattas av en maskin ensam, och ingen profil görs av dig.',
      '# Kakor',
      'Appen använder bara de kakor som behövs: de håller dig inloggad och skyddar din session. Din webbläsare minns också ditt språk, din butik och din varukorg. När du loggar ut raderas de.',
    ],
  },
  cameras: {
    title: 'Kameror i butikerna',
    paragraphs: [
      '# Personuppgiftsansvarig',
      '{operator} (FO-nummer {business_id}), {address}. Fråga oss: {email}, {phone}.',
      '# Vad bilderna används till och på vilken grund',
      'Butikerna är öppna utan personal. Kameror spelar in butiken och ingången, så att människor och varor är trygga och skador och brott kan redas ut. Det är vårt berättigade intresse. Inget ljud spelas in, och ingen känns igen av en maskin.',
      '# Hur länge, och vem som får dem',
      'Inspelningar raderas efter högst 30 dagar, om de inte behövs för att reda ut vad som hänt. Då kan de lämnas till polisen eller ett försäkringsbolag.',
      '# Dina rättigheter',
      'Du kan be att få se en inspelning av dig själv, få den raderad eller begränsad, och invända. Berätta vilken butik, vilken dag och vilken tid. Du kan också klaga hos en tillsynsmyndighet, i Finland dataombudsmannen: tietosuoja.fi.',
    ],
  },
  kinds: {
    account: {
      what: 'E-postadress, språk, vald butik, rättigheter, första och senaste inloggning',
      why: 'För att veta vems köp som är vems: avtalet med dig',
      until: 'Tills du tar bort kontot eller ingen har använt det på {idle_account_years} år',
    },
    signIn: {
      what: 'Skickade länkar och koder som oläsliga kontrollsummor, och i vilka webbläsare du är inloggad',
      why: 'För att släppa in dig och ingen annan: avtalet med dig',
      until: 'Länkar och koder tio minuter, en inloggning 180 dagar efter senaste användning',
    },
    phone: {
      what: 'Telefonnummer och koder skickade till det som oläsliga kontrollsummor',
      why: 'En obemannad butik måste veta att någon kan nås: vårt berättigade intresse',
      until: 'Lika länge som kontot; koder tio minuter',
    },
    visits: {
      what: 'Vilken butik du valde, och när',
      why: 'För att reda ut skador och missbruk: vårt berättigade intresse',
      until: '{visit_days} dagar',
    },
    purchases: {
      what: 'Beställningar, förbeställningar, ångrade avtal, betalningar, återbetalningar och terminalens kvitton',
      why: 'För att sälja till dig: avtalet med dig. För att spara verifikat: bokföringslagen',
      until:
        'Sex år från årets slut, utan person när kontot har tagits bort; beställningar som aldrig betalades lika länge som kontot',
    },
    devices: {
      what: 'Webbläsare och telefoner där du slagit på aviseringar, hur de nås, och aviseringar till dem',
      why: 'För att berätta det du bett att få veta: ditt samtycke',
      until: 'Tills du slår av dem eller loggar ut där; det som skickats en tid därefter',
    },
    doorCodes: {
      what: 'Koder till en butiks dörr, krypterade, och när du fick dem',
      why: 'För att släppa in dig: avtalet med dig',
      until: 'Några minuter; besöket sparas som andra besök',
    },
    reports: {
      what: 'Streckkoder som butiken inte kände, per butik',
      why: 'För att rätta sortimentet: vårt berättigade intresse',
      until: 'Lika länge som kontot',
    },
    messages: {
      what: 'E-post och textmeddelanden på väg till dig, krypterade; de som en provinstallation sparar för läsning',
      why: 'För att de ska komma fram: avtalet med dig',
      until: 'Tills de har skickats; i en provinstallation {mailbox_days} dagar',
    },
    misuse: {
      what: 'Väntetider mellan koder, hur ofta något har försökts, och spärrade nummer; oläsliga när kontot har tagits bort',
      why: 'För att skydda butiken mot missbruk: vårt berättigade intresse',
      until: 'Väntetider en dag eller två; spärrade nummer så länge de är spärrade',
    },
    work: {
      what: 'Om företagarens egna: vem som ändrade vad i administrationen, och sparade listor',
      why: 'För att kunna säga vem som gjorde vad: vårt berättigade intresse',
      until: 'Så länge butiken finns; utan namn när kontot har tagits bort',
    },
  },
}
