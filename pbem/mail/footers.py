"""What programs and firms add below the words of a person: telephones, disclaimers, mailing lists.

Beginnings of lines, matched without regard to case.  From the first of them on nothing counts, so only what no player
would begin a line with stands here.
"""

from pbem.mail.phrases import alternatives

_DEVICE = r"(?:iphone|ipad|ipod|android|phone|mobile|samsung|galaxy|blackberry|windows phone|htc|nokia|huawei|xiaomi|smartphone)"

#: The line that a telephone or a free mail service adds.
SENT_FROM = alternatives(
    f"sent from;sent via;sent with;sent by (?:my|the|mail|{_DEVICE});sent using;sent on the (?:go|move);sent securely;"
    f"from my {_DEVICE};typed (?:on|with) my;get outlook for;download outlook;outlook for (?:ios|android);get bluemail;someone from mobile;"
    "please (?:excuse|forgive|pardon) (?:my |any |the )?(?:brevity|typos|errors|spelling);excuse (?:my |any |the )?(?:brevity|typos);"
    "envoyé de;envoyé depuis;envoyé à partir;envoyé avec;envoyé via;envoyé par;envoyée? d';obtenez outlook;obtenir outlook;télécharger outlook;"
    "téléchargez outlook;provenance : ;von meine[mr](?:/meine[mr])? .{1,40} gesendet;von (?:outlook|mail|yahoo|windows).{0,40} gesendet;"
    f"von meine[mr](?:/meine[mr])? {_DEVICE};von meine[mr] (?:handy|mobilgerät|mobiltelefon);von unterwegs;gesendet von (?:meine|mein|mail|outlook|yahoo|unterwegs|{_DEVICE});"
    "gesendet mit;gesendet über;gesendet aus;diese nachricht wurde (?:von|mit);diese e-?mail wurde (?:von|mit);"
    "holen sie sich outlook;hol dir outlook;beziehe outlook;outlook für .{1,12} beziehen;laden sie outlook;outlook für (?:ios|android|mac);enviado desde;enviado de(?:l| mi| meu)? ;enviado do ;enviado da ;"
    "enviado con ;enviado com ;enviado por ;enviado pelo ;enviado a partir;enviado através;enviado via;enviat des;obtener outlook;obtenga outlook;"
    "obter o outlook;obtenha o outlook;baixe o outlook;inviato da;inviato con;inviato dal;inviato tramite;ottieni outlook;scarica outlook;"
    "verzonden (?:vanaf|via|met|vanuit|door);verstuurd (?:vanaf|met|via|vanuit);outlook voor (?:ios|android);skickat (?:från|via|med);"
    "skickades från;hämta outlook;sendt (?:fra|med|via);hent outlook;last ned outlook;sent úr;wysłan[eoay] (?:z|za|przez);wysłano z;pobierz outlook;"
    "odeslán[oaý] z;odoslan[éáý] z;získat outlook;získajte outlook;stáhnout outlook;отправлено (?:с|из|от|через);отправлен[оа]? (?:с|из);послано с;"
    "надіслано (?:з|із|за);изпратено от;послато са;poslano (?:iz|s|z);poslato (?:sa|iz);išsiųsta iš;sūtīts no;saadetud;"
    "lähetetty (?:\\w{1,20}(?:sta|stä|lta|ltä)|outlook|iphone);hanki outlook;"
    "outlook.{0,20}edinin;elküldve (?:a|az|innen);küldve (?:a|az);az? outlook.{0,30}beszerzése;"
    "στάλθηκε από;εστάλη από;αποστολή από;λήψη του outlook;trimis (?:de|din);obțineți outlook;dikirim dari;gửi từ;được gửi từ;"
    "ส่งจาก;ดาวน์โหลด outlook;outlook for (?:ios|android) を入手;发自;發自;从我的;從我的;從我;發送自;发送自;来自我的;通过.{1,20}发送;"
    "获取 ?outlook;下載.{0,10}outlook;"
    "נשלח מ;הורד את outlook;أُ?رسلت من;مرسل من;الحصول على outlook;ارسال شده از;bidalita;enviado móbil"
)

#: The same in languages that put the telephone first; none is written in ASCII.
SENT_LAST = alternatives(
    ".{0,40}(?:umdan|ümden|ımdan|imden|'?dan|'?den|ile) gönderildi;.{1,40}(?:ról|ről|ból|ből) küldve;.{0,30}から送信;"
    ".{1,30}에서 보냄;.{1,30}에서 보냈습니다;.{1,20}용 outlook"
)

_CONFIDENTIAL = (
    r".{0,200}(?:confiden|privileg|vertraulich|intended|bestimmt|virus|viren|avast|destin|dirigid|riservat|vertrouwelijk|bestemd|antivir|"
    r"konfiden|fortrolig|sekretess|poufn|důvěrn|конфиденц|конфіденц|gizli|bizalmas|luottamuk)"
)

#: Disclaimers, advice not to print, virus scanners.
DISCLAIMER = alternatives(
    rf"(?:this|the information (?:contained |transmitted )?in this|the contents? of this|any information in this) (?:e-?mail|message|communication|transmission|mail|document){_CONFIDENTIAL};"
    r"(?:\W*)(?:confidentiality|privacy|legal|disclosure) (?:notice|note|statement|disclaimer|warning)|confidentiality\s?:;disclaimer\W*$;(?:legal |email )?disclaimer\s?:;"
    "(?:privileged|private|strictly)(?: and|/|,)? (?:and )?confidential;confidential communication;important notice:;notice to recipient;"
    rf"(?:diese|der inhalt dieser|die informationen in dieser) (?:e-?mail|nachricht|mail|mitteilung){_CONFIDENTIAL};haftungsausschluss;vertraulichkeitshinweis;"
    rf"(?:ce|cet|le contenu de ce|les informations contenues dans ce) (?:message|courriel|mail|courrier|e-?mail){_CONFIDENTIAL};"
    rf"(?:este|esta|la información contenida en este|el contenido de este|as informações contidas nesta) (?:mensaje|correo|e-?mail|mensagem|comunicación){_CONFIDENTIAL};"
    rf"(?:aviso|nota) (?:legal|de confidencialidad|de confidencialidade);(?:questo|il presente|le informazioni contenute in questo) (?:messaggio|e-?mail|documento){_CONFIDENTIAL};"
    rf"(?:dit|de informatie in dit|de inhoud van dit) (?:bericht|e-?mail\w*){_CONFIDENTIAL};(?:detta|denna|denne|dette) (?:meddelande\w*|e-?post\w*|e-?mail|mail|melding\w*|meddelelse){_CONFIDENTIAL};"
    rf"(?:ta|niniejsza|treść tej) (?:wiadomość|wiadomości|e-?mail){_CONFIDENTIAL};(?:tato|tento|táto) (?:zpráva|správa|e-?mail){_CONFIDENTIAL};"
    rf"(?:это|данное|настоящее|этот) (?:сообщение|письмо|электронное сообщение){_CONFIDENTIAL};(?:це|цей) (?:повідомлення|лист){_CONFIDENTIAL};"
    rf"bu (?:e-?posta|mesaj|ileti){_CONFIDENTIAL};ez az (?:e-?mail|üzenet){_CONFIDENTIAL};tämä (?:viesti|sähköposti){_CONFIDENTIAL};"
    "please consider the environment;please don't print;think before (?:you )?print;think green;before printing;bitte denken sie an die umwelt;"
    "bitte prüfen sie.{0,60}(?:umwelt|ausdruck);pensez à l'environnement;antes de imprimir;prima di stampare;"
    "virus-free;virenfrei;sans virus;libre de virus;privo di virus;livre de vírus;virusvrij;virusfri;без вирусов;вирусов нет;scanned by;checked by avg"
)

#: What mailing lists and web forums put below.
LIST_FOOTER = alternatives(
    "you(?:'re| are)? (?:are )?(?:receiving|received|have received|get|got) this (?:message|e-?mail|mail|because|notification|newsletter);"
    "this (?:message|e-?mail|mail) was sent (?:to|by|from|because);this is an automated;(?:to |click here to |you can |click to )?unsubscribe(?:\\W|$| from| here| link| at| by| me| or| by);"
    "(?:manage|change|update|edit) (?:your )?(?:subscription|preferences|notification|e-?mail settings);to (?:stop receiving|opt out|respond, reply|view this|"
    "post to this|leave this (?:group|list)|change your (?:subscription|preferences|delivery)|manage your (?:subscription|preferences)|reply to this (?:message|e-?mail)|subscribe);"
    "(?:you can )?reply to this (?:e-?mail|message|notification) (?:directly|to|or|and|with);view (?:it on|this (?:topic|e-?mail|message|issue|thread)|in (?:your )?browser|online);"
    "visit topic;visit (?:this|the) (?:group|topic|list) (?:at|on);for more options, visit;group settings;yahoo! groups links;posted by: ;list archives?;mailing list archives?;\\S{1,40} mailing list$;"
    "sie erhalten diese;sie haben diese (?:e-?mail|nachricht);um sich (?:abzumelden|auszutragen);(?:vom newsletter |hier )?abmelden\\W*$;abbestellen;newsletter abbestellen;"
    "vous recevez ce;vous avez reçu ce;(?:pour )?(?:se|vous) désabonner;se désinscrire;désinscription;recibes? este;ha recibido este;usted recibe;"
    "para (?:darse|darte) de baja;cancelar (?:la )?suscripción;hai ricevuto quest;ricevi quest;per (?:cancellarti|annullare l);annulla (?:l')?iscrizione;disiscriviti;"
    "você (?:está )?rece(?:be|bendo|beu);para cancelar (?:a|sua|o);cancelar (?:a )?(?:inscrição|subscrição);u ontvangt (?:dit|deze);uitschrijven;afmelden;"
    "du får d(?:etta|et här);avregistrera;avsluta prenumeration;du modtager denne;du mottar denne;afmeld;avmeld;meld deg av;otrzymujesz t[ęe];wypisz;"
    "zrezygnuj z subskrypcji;aby (?:się )?wypisać;odhlásit (?:se|odběr);pro odhlášení;odhlásiť;отписаться;чтобы отписаться;вы получили это;відписатися;ви отримали цей;"
    "saat tämän;peruuta tilaus;peruuttaaksesi;abonelikten çık;bu e-?postayı .{0,40}aldınız;leiratkozás;dezabonare;κατάργηση εγγραφής;"
    "退订;取消订阅;取消訂閱;配信停止;登録解除;수신거부;구독 취소;berhenti berlangganan;hủy đăng ký;ยกเลิกการสมัคร;إلغاء الاشتراك;הסר"
)

#: "Reply above this line": the marker of a web service, or of ours in the language of the reader.
ABOVE_THIS_LINE = alternatives(
    "above this (?:line|text|message);over this line;before this line;(?:oberhalb|über) diese[rn]? (?:linie|zeile);au-dessus de cette ligne;"
    "(?:por )?(?:encima de|sobre) esta línea;arriba de esta línea;sopra (?:a )?questa (?:riga|linea);boven deze (?:lijn|regel);acima d(?:est|ess)a linha;"
    "(?:выше|над) этой (?:черт|лини|строк);над ці(?:єю|ю) (?:ліні|рядк);вище цього рядка;ovanför den(?:na| här) rad;over denne linj;"
    "(?:powyżej|nad) (?:tej|tą) lini;nad tu(?:to|hle) (?:čár|řád);nad tímto řádkem;nad (?:tento riadok|týmto riadkom|túto čiaru);bu satırın (?:üst|üzer);"
    "tämän rivin ylä;e(?:zen|fölé) a? ?sor (?:fölé|felett);e sor fölé;deasupra acest;πάνω από αυτή;この(?:行|線)(?:より|の)上;在此(?:行|线)(?:上|以上|之上);"
    "(?:此|這|这)(?:行|条线|條線)(?:上|以上|之上);이 ?(?:줄|선) 위;מעל (?:ל)?שורה זו;فوق هذا السطر;di atas (?:baris|garis) ini;phía trên dòng này"
)

#: One of these stands in every such line; looking for them first saves time.
ABOVE_HINTS = tuple(
    "this over before diese ligne línea linea riga lijn regel linha черт лини строк ліні рядк rad linje lini čár řád riadok"
    " čiaru satır rivin sor acest αυτή 行 線 线 줄 선 שורה السطر baris garis dòng".split()
)
