"""What mail programs write between a reply and what it answers, in many languages.

Lists of words only; how they are used is in `cut.py`.  Everything is matched without regard to case.
"""


def _any(words: str) -> str:
    return "|".join(word.strip().replace(" ", r"\s+") for word in words.split(";"))


#: The verb that ends an attribution line: "On Monday X wrote:".
WROTE = _any(
    "wrote;writes;schrieb;schreibt;geschrieben;a écrit;a ecrit;écrivait;escribió;escribio;ha escrito;"
    "ha scritto;"
    "scrisse;schreef;geschreven;skrev;skreiv;skrifaði;napisał;napisała;napisał\\(a\\);napisal;napsal;"
    "napsala;napsal\\(a\\);"
    "napísal;escreveu;va escriure;пишет;писал;написал;написала;написал\\(а\\);пише;написав;написала;"
    "írta;a scris;"
    "kirjoitti;yazdı;şunu yazdı;έγραψε;a scrie;wrote the following;写道;寫道;"
    "のメール;さんは書きました;님이 작성;đã viết;"
    "menulis;כתב;כתבה;كتب"
)

#: How an attribution line begins that goes on with a date.
ON = _any(
    "on;am;le;el;il;op;em;den;på;dnia;w dniu;dne;at;in data;a;kl;vào;pada;on date;mn;в;у;於;在;il giorno;"
    "op datum;tarihinde"
)

#: "Original Message" and "Forwarded message", between dashes or alone on their line.
ORIGINAL = _any(
    "original message;original appointment;original mail;forwarded message;begin forwarded message;"
    "forwarded by .{1,80};"
    "ursprüngliche nachricht;originalnachricht;original-nachricht;weitergeleitete nachricht;"
    "weitergeleitete mail;"
    "message d'origine;message original;message transféré;message transmis;mensaje original;"
    "mensaje reenviado;"
    "messaggio originale;messaggio inoltrato;oorspronkelijk bericht;oorspronkelijke bericht;"
    "doorgestuurd bericht;"
    "originalmeddelande;ursprungligt meddelande;ursprungligt meddelande;vidarebefordrat meddelande;"
    "oprindelig meddelelse;opprinnelig melding;original melding;videresendt melding;videresendt meddelelse;"
    "mensagem original;mensagem encaminhada;wiadomość oryginalna;oryginalna wiadomość;wiadomość przekazana;"
    "původní zpráva;přeposlaná zpráva;pôvodná správa;eredeti üzenet;továbbított üzenet;mesaj original;"
    "исходное сообщение;оригинальное сообщение;пересылаемое сообщение;пересланное сообщение;"
    "alkuperäinen viesti;välitetty viesti;orijinal mesaj;özgün ileti;iletilen mesaj;αρχικό μήνυμα;"
    "原始邮件;原始郵件;原邮件;转发邮件;轉寄郵件;元のメッセージ;転送メッセージ;원본 메시지;הודעה מקורית;"
    "reply message;reply to message;quoted message;quoted text;begin quote"
)

#: Names of header fields in what Outlook and others put above the mail that is answered, by what they mean.
HEADER_WORDS = {
    "from": _any(
        "from;von;de;da;van;från;fra;od;от;від;от кого;lähettäjä;kimden;"
        "gönderen;από;发件人;寄件者;差出人;보낸 사람;"
        "מאת;feladó;de la;remitente"
    ),
    "sent": _any(
        "sent;date;datum;gesendet;gesendet am;envoyé;envoyé le;enviado;enviado el;enviada;enviada em;"
        "enviado em;fecha;inviato;data;"
        "verzonden;skickat;sendt;dato;wysłano;wysłane;data wysłania;odesláno;odoslané;отправлено;дата;"
        "надіслано;lähetetty;päivämäärä;"
        "gönderilme tarihi;gönderildi;tarih;στάλθηκε;ημερομηνία;发送时间;日期;傳送日期;寄件日期;"
        "送信日時;日時;보낸 날짜;날짜;"
        "נשלח;elküldve;dátum;trimis"
    ),
    "to": _any(
        "to;an;à;a;para;aan;till;til;do;komu;pre;кому;vastaanottaja;kime;"
        "alıcı;προς;收件人;收件者;宛先;받는 사람;"
        "אל;címzett;către;pour;destinataire"
    ),
    "subject": _any(
        "subject;betreff;objet;asunto;oggetto;onderwerp;ämne;emne;temat;předmět;predmet;тема;aihe;konu;"
        "θέμα;主题;主旨;主題;件名;제목;נושא;tárgy;subiect;assunto"
    ),
    "more": _any(
        "cc;kopie;copie;kopia;kopi;копия;копія;kopio;bilgi;抄送;副本;참조;reply-to;antwort an;répondre à;"
        "risposta;responder a;importance;priority;wichtigkeit"
    ),
}

#: Beginnings of the line that a telephone or a free mail service adds.
SENT_FROM = _any(
    "sent from;sent via;sent with;sent by;sent using;sent on the go;"
    "from my (?:iphone|ipad|ipod|android|phone|mobile|samsung|galaxy|blackberry);get outlook for;"
    "download outlook;someone from mobile;envoyé de;envoyé depuis;envoyé à partir;obtenez outlook;"
    "télécharger outlook;"
    "von meinem .{1,40} gesendet;von meinem (?:iphone|ipad|handy|smartphone|mobilgerät);"
    "von unterwegs gesendet;gesendet von;gesendet mit;gesendet über;"
    "diese nachricht wurde von;holen sie sich outlook;outlook für (?:ios|android);enviado desde;"
    "enviado de;enviado do;enviado con;enviado por;"
    "enviado a partir;obtener outlook;obter o outlook;inviato da;inviato con;inviato dal;"
    "ottieni outlook;scarica outlook;verzonden vanaf;verzonden via;"
    "verzonden met;verstuurd vanaf;verstuurd met;download outlook;skickat från;skickat via;"
    "hämta outlook;sendt fra;sendt med;sendt via;hent outlook;"
    "wysłane z;wysłano z;pobierz outlook;odesláno z;odoslané z;отправлено с;отправлено из;"
    "отправлено от;надіслано з;lähetetty;hanki outlook;iphone.?umdan gönderildi;gönderildi;"
    "küldve;elküldve;στάλθηκε από;trimis de;iphoneから送信;发自我的;發自我的;從我的;"
    "從我;發送自;나의 .{1,30}에서 보냄;נשלח מה"
)
