"""What mail programs write between a reply and what it answers, in many languages.

Lists of words only; how they are used is in `attribution.py`, `fields.py` and `cut.py`.  Everything is
matched without regard to case, on lines in Unicode's compatibility form.
"""


def alternatives(words: str) -> str:
    """A pattern for the phrases, which are divided by semicolons; a space in them stands for any."""
    return "|".join(word.strip().replace(" ", r"\s+") for word in words.split(";") if word.strip())


#: The verb that ends an attribution line: "On Monday X wrote:".
WROTE = alternatives(
    "wrote;writes;has written;wrote the following;schrieb;schreibt;geschrieben;hat geschrieben;a écrit;a ecrit;"
    "écrivait;écrit;escribió;escribio;escribe;ha escrito;ha scritto;scrisse;scrive;schreef;geschreven;schrijft;"
    "skrev;skriver;skreiv;skrifaði;napisał;napisała;napisał\\(a\\);napisała\\(-ł\\);nadesłał;pisze;napisal;napsal;"
    "napsala;napsal\\(a\\);napsal/a;napísal;napísala;napísal\\(a\\);je napisao;je napisala;je napisao/la;napisao;"
    "napisal\\(a\\);je napisal/-a;piše;escreveu;escreve;escribiu;va escriure;ha escrit;idatzi du;пишет;писал;писала;"
    "написал;написала;написал\\(а\\);написал/а;написал\\(-а\\);пише;написав;написав\\(ла\\);написала;написа;напиша;"
    "написао;je napísal;rašė;parašė;rakstīja;kirjutas;írta;ezt írta;írt;a scris;scrie;kirjoitti;kirjoitti seuraavasti;"
    "yazdı;şunu yazdı;şunları yazdı;έγραψε;γράφει;a scrie;đã viết;viết;menulis;tulis;כתב;כתבה;כתב/ה;"
    "מאת;كتب;كتبت;نوشت;ने लिखा;เขียน;เขียนว่า;写道;寫道;写到;的邮件;のメール;のメッセージ;さんは書きました;書きました;"
    "님이 작성;작성;님이 쓴 글;쓰셨습니다;scríobh;ysgrifennodd;shkroi;գրել է;დაწერა"
)

#: The same where the name may follow: "Am 30.11.2026 schrieb X".
WROTE_BEFORE_NAME = alternatives(
    "schrieb;schreef;skrev;skreiv;skrifaði;wrote;a écrit;escribió;ha scritto;napisał;napisał\\(a\\);napsal;"
    "napsal\\(a\\);написал;написал\\(а\\);kirjoitti;írta"
)

#: What asks for "X:" behind it and is no verb.
QUOTING = alternatives(
    "quoting;zitat von;zitiere;citando;citando a;citazione da;citát;cytat;cytuję;citerar;citerer;citeren;citation de;"
    "alıntı;цитирую;цитата;wiadomość napisana przez;missatge de"
)

#: How an attribution line begins that goes on with a date.
ON = alternatives(
    "on;am;le;el;il;op;em;den;på;dnia;w dniu;dne;at;in data;a;kl;vào;pada;on date;mn;в;у;於;在;il giorno;"
    "op datum;tarihinde;o;el día;no dia;na data;dňa;dana;на;ngày;lúc;v;ve;yn;στις;την;la;data de;ב;בתאריך;"
    "في;ใน;เมื่อ;ในวันที่;den;í;þann;pe;data;kuupäeval;egun"
)

#: "Original Message" and "Forwarded message", between dashes or alone on their line.
ORIGINAL = alternatives(
    "original message;original appointment;original mail;original e-?mail;the original message;original message processed by .{1,60};"
    "original message from .{1,80};forwarded message;forwarded mail;forwarded e-?mail;begin forwarded message;"
    "forwarded by .{1,80};forwarded message from .{1,80};start of forwarded message;start original message;"
    "previous message;earlier message;inline message;"
    "ursprüngliche nachricht;ursprüngliche e-?mail;urspr\\. nachricht;originalnachricht;original-nachricht;originalmail;original-mail;"
    "weitergeleitete nachricht;anfang der weitergeleiteten (?:nachricht|e-mail);ende der weitergeleiteten nachricht;"
    "weitergeleitete mail;weitergeleitete e-?mail;ursprünglicher termin;"
    "message d'origine;message original;message initial;courriel original;mail original;message d'origine.{1,40};message transféré;"
    "message transmis;message réexpédié;début du message (?:transféré|réexpédié);"
    "mensaje original;mensaje reenviado;inicio del mensaje reenviado;correo original;mensaje de origen;"
    "messaggio originale;messaggio inoltrato;inizio messaggio inoltrato;messaggio di origine;"
    "oorspronkelijk bericht;oorspronkelijke bericht;origineel bericht;begin doorgestuurd bericht;doorgestuurd bericht;"
    "originalmeddelande;ursprungligt meddelande;ursprungligt mail;vidarebefordrat meddelande;vidarebefordrat brev;"
    "oprindelig meddelelse;oprindelig besked;original meddelelse;opprinnelig melding;original melding;"
    "videresendt melding;videresendt meddelelse;videresendt besked;opprinnelig e-?post;upprunaleg skilaboð;"
    "mensagem original;mensagem encaminhada;início da mensagem reencaminhada;mensagem de origem;missatge original;"
    "wiadomość oryginalna;oryginalna wiadomość;wiadomość przekazana;treść przekazanej wiadomości;wiadomość pierwotna;pierwotna wiadomość;"
    "původní zpráva;původní e-?mail;přeposlaná zpráva;pôvodná správa;preposlaná správa;izvorna poruka;originalna poruka;"
    "izvirno sporočilo;prvotno sporočilo;proslijeđena poruka;eredeti üzenet;továbbított üzenet;eredeti levél;"
    "mesaj original;mesajul original;mesaj redirecționat;исходное сообщение;исходное письмо;оригинальное сообщение;"
    "пересылаемое сообщение;пересланное сообщение;перенаправленное сообщение;начало переадресованного сообщения;первоначальное сообщение;"
    "вихідне повідомлення;оригінальне повідомлення;початкове повідомлення;переслане повідомлення;оригинално съобщение;"
    "препратено съобщение;оригинална порука;alkuperäinen viesti;välitetty viesti;algne kiri;algne sõnum;originalus laiškas;"
    "sākotnējais ziņojums;orijinal mesaj;orijinal ileti;özgün ileti;asıl ileti;iletilen mesaj;yönlendirilen mesaj;"
    "αρχικό μήνυμα;προωθημένο μήνυμα;pesan asli;pesan terusan;thư gốc;tin nhắn gốc;ข้อความต้นฉบับ;ข้อความเดิม;"
    "原始邮件;原始郵件;原邮件;原始信息;原始消息;转发邮件;转发的邮件;轉寄郵件;回复的原邮件;原文;回复的邮件;元のメッセージ;"
    "元のメール;転送メッセージ;オリジナルメッセージ;원본 메시지;원본 메일;원본 이메일;전달된 메시지;הודעה מקורית;ההודעה המקורית;"
    "הודעה שהועברה;الرسالة الأصلية;رسالة معاد توجيهها;رسالة أصلية;پیام اصلی;मूल संदेश;"
    "reply message;quoted message;quoted text;begin quote"
)

#: Names of header fields in what Outlook and others put above the mail that is answered, by what they mean.
HEADER_WORDS = {
    "from": alternatives(
        "from;von;de;da;van;från;fra;frá;od;от;від;от кого;від кого;lähettäjä;saatja;kimden;gönderen;από;发件人;发信人;發件人;"
        "寄件者;寄件人;差出人;送信者;보낸 ?사람;발신;מאת;feladó;de la;expeditor;remitente;remetente;expéditeur;mittente;absender;"
        "afzender;avsender;avsändare;afsender;nadawca;odesílatel;odosielateľ;отправитель;відправник;šalje;pošiljatelj;iš;"
        "dari;từ;จาก;من;المرسل;desde;prejeto od;nuo"
    ),
    "sent": alternatives(
        "sent;sent at;sent on;date;datum;date/time;when;gesendet;gesendet am;datum und uhrzeit;envoyé;envoyé le;date d'envoi;enviado;"
        "enviado el;enviado a las;enviada;enviada em;enviado em;enviat;fecha;fecha de envío;data de envio;inviato;"
        "inviato il;data;ora;verzonden;verzonden op;skickat;skickad;skickades;sendt;sendt den;afsendt;dato;dags;sent þann;"
        "wysłano;wysłane;data wysłania;odesláno;odoslané;отправлено;дата;дата отправки;надіслано;дата надсилання;изпратено;"
        "изпратен;послато;poslano;poslato;išsiųsta;nosūtīts;saadetud;saatmisaeg;lähetetty;lähetysaika;päivämäärä;päiväys;"
        "gönderilme tarihi;gönderim tarihi;gönderildi;gönderme tarihi;tarih;στάλθηκε;ημερομηνία;αποστολή;发送时间;发送日期;"
        "发件时间;日期;时间;時間;傳送日期;寄件日期;寄件日期/時間;送信日時;送信;日付;日時;보낸 ?날짜;보낸 ?시간;날짜;전송;"
        "נשלח;תאריך;elküldve;küldve;dátum;küldés dátuma;trimis;trimis la;dikirim;tanggal;ngày;đã gửi;gửi;ส่ง;ส่งเมื่อ;"
        "วันที่;تاريخ الإرسال;التاريخ;إرسال;تاريخ;أرسلت"
    ),
    "to": alternatives(
        "to;an;à;a;para;aan;till;til;do;komu;pre;кому;до;vastaanottaja;saaja;kime;alıcı;προς;收件人;收件者;宛先;받는 ?사람;"
        "수신;אל;címzett;către;catre;pentru;pour;destinataire;destinatario;destinatário;empfänger;ontvanger;mottaker;"
        "mottagare;modtager;odbiorca;adresat;příjemce;príjemca;получатель;одержувач;за;za;kam;kellele;kepada;đến;tới;"
        "ถึง;إلى;المرسل إليه;per a;kam/ko"
    ),
    "subject": alternatives(
        "subject;betreff;betrifft;objet;sujet;asunto;oggetto;onderwerp;ämne;emne;efni;temat;předmět;predmet;vec;тема;относно;"
        "предмет;aihe;otsikko;teema;tema;temats;zadeva;naslov;konu;θέμα;主题;主旨;主題;标题;標題;件名;제목;נושא;tárgy;subiect;"
        "assunto;assumpte;perihal;subjek;chủ đề;tiêu đề;เรื่อง;หัวเรื่อง;الموضوع;موضوع"
    ),
    "more": alternatives(
        "cc;bcc;ccn;cci;kopie;copie;copie à;kopia;kopia till;kopi;kopi til;копия;копія;kopio;bilgi;抄送;副本;참조;עותק;másolatot kap;"
        "másolat;dw;udw;reply-to;reply to;antwort an;répondre à;rispondi a;responder a;antwoord aan;svar til;importance;"
        "priority;wichtigkeit;priorität;importancia;attachments?;anlagen?;pièces jointes;adjuntos;allegati;bijlagen?;вложения;"
        "organi[sz]ation;mailed-by;list-id;message-id;in-reply-to;x-mailer;sent by;category"
    ),
}
