import type { Field } from './source.ts'

/**
 * Names of columns by field, in English and our merchants' languages. These are German, French, Spanish, Italian,
 * Dutch, Portuguese, Vietnamese, Japanese, Korean and Chinese. Lower case, without accents, spaces or signs, as they
 * are compared. Most reliable words first; a column belongs to the first field that matches it.
 */
export const columnWords: Partial<Record<Field, string>> = {
  rating: `rating stars score reviewrating reviewscore reviewstars starrating rate note notes grade sterne punkte punktzahl etoiles puntuacion estrellas calificacion
    stelle punteggio voto sterren waardering estrelas nota classificacao sosao diemso xephang diem 評価 星 星数 별점 평점 评分 評分 星级 评星
    anzahlsterne sternebewertung punktezahl sternzahl benotung nombredetoiles notesur5 notation numerodeestrellas puntaje clasificacion numerodistelle
    numerostelle giudizio aantalsterren cijfer numerodeestrelas pontuacao bewertung evaluation valoracion valutazione beoordeling avaliacao
    star ratingvalue starvalue overall overallrating overallscore ratingscore ratingstars ratingnumber starnumber starscount numberofstars
    productrating userrating ratinggiven customerrating reviewstar`,
  content: `body review content reviewbody reviewcontent reviewtext text comment message bodytext feedback description reviewmessage testimonial bewertungstext rezension kommentar inhalt
    nachricht avis commentaire texte contenu opinion resena comentario texto contenido mensaje recensione commento testo contenuto recensie reactie tekst inhoud bericht
    comentarios conteudo mensagem noidung danhgia binhluan nhanxet 本文 レビュー 内容 コメント レビュー本文 리뷰 내용 본문 후기 评论 评价 評論 评论内容 評價內容 评价内容
    meinung erfahrung erfahrungsbericht textderbewertung temoignage textedelavis avisclient commentaireclient remarque textodelaresena testimonio
    comentariodelcliente testorecensione testodellarecensione opinione commenti messaggio testimonianza beoordelingstekst opmerking ervaring mening opiniao
    textodaavaliacao depoimento resenha bewertung evaluation valoracion valutazione beoordeling avaliacao
    detail details reviewdetail reviewdetails comments reviewcomment reviewcomments usercomment usercomments customercomment commenttext
    reviewdescription reviewfulltext fulltext feedbacktext buyerfeedback evaluationtext evalcontent bodyhtml contenthtml testimonialtext quote
    verbatim snippet`,
  title: `title reviewtitle headline subject reviewheadline summary titel uberschrift betreff titre objet titulo asunto titolo oggetto onderwerp assunto tieude タイトル 件名 제목 标题 標題 评论标题
    bewertungstitel titelderbewertung schlagzeile titredelavis titreavis sujet titulodelaresena encabezado titolorecensione titolodellarecensione intestazione
    titelvandereview kop titulodaavaliacao cabecalho
    heading reviewheading caption reviewsubject reviewsummary tagline`,
  author: `author name reviewer reviewername displayname authorname customername nickname customer username user fullname firstname reviewerdisplayname buyer buyername by autor verfasser
    kundenname kunde vorname nom auteur client prenom nomduclient nombre cliente autore nome nomecliente naam klant klantnaam voornaam nomedocliente ten hoten khachhang tennguoidanhgia
    名前 氏名 投稿者 作成者 お名前 이름 작성자 닉네임 姓名 作者 昵称 用户名 买家 暱稱
    rezensent bewerter nutzer nutzername benutzer benutzername kaufer kaeufer wer von pseudo pseudonyme utilisateur acheteur nomcomplet qui par usuario
    comprador nombrecompleto nombredelcliente nombredelautor quien por utente acquirente nomeutente nomecompleto nomeautore chi gebruiker gebruikersnaam koper
    schrijver wie door utilizador quem
    reviewusername profilename screenname reviewauthor reviewedby postedby writtenby submittedby consumername membername userdisplayname
    fullnameofreviewer customerfullname personname guestname`,
  lastName: `lastname surname familyname nachname nomdefamille apellido apellidos cognome achternaam sobrenome apelido ho 姓`,
  email: `email emailaddress revieweremail authoremail customeremail useremail mail reviewermail emailadresse adressemail courriel correo correoelectronico indirizzoemail
    emailadres enderecodeemail diachiemail メール メールアドレス 이메일 邮箱 电子邮件 電子郵件 電郵
    mailadresse postaelettronica correioeletronico
    reviewemail buyeremail useremailaddress contactemail customermail`,
  date: `date createdat reviewdate datecreated created datetime timestamp time submittedat dateposted publishedat publishdate creationdate reviewcreatedat reviewcreationdate
    commentedat addedon datum erstelltam erstellungsdatum datedecreation fecha fechadecreacion data datadicreazione aangemaaktop datadecriacao ngay ngaytao thoigian 日付 日時 投稿日
    作成日 날짜 작성일 日期 时间 時間 评论时间 创建时间
    bewertungsdatum datumderbewertung zeitpunkt wann datedelavis datedavis datedepublication publiele creele quand fechadelaresena fechadepublicacion
    publicadoel fechayhora cuando datarecensione datadellarecensione datadipubblicazione pubblicatoil dataeora quando reviewdatum beoordelingsdatum
    aanmaakdatum geplaatstop tijdstip wanneer datadaavaliacao datadepublicacao publicadoem criadoem datahora
    evaldate evaluationdate publishedon createdon postedon reviewedon submittedon postedat reviewedat dateadd dateadded posteddate submitteddate
    submissiondate submittime reviewtime reviewdatetime createtime createdtime createddate commenttime commentdate dateofreview insertedat
    dateofexperience experiencedate entrydate dateentered unixreviewtime updatedat dateupdated`,
  platformId: `productid shopifyproductid productexternalid externalproductid shopifyid itemid produktid idproduit iddelproducto idproducto idprodotto idproduto masanpham 商品id 상품id 产品id 產品id`,
  handle: `producthandle handle producthandles shopifyhandle productslug slug 商品ハンドル`,
  url: `producturl productlink producturls producthref itemurl pageurl link url producturladdress produkturl produktlink urlduproduit enlacedelproducto urldelproducto urlprodotto
    linksanpham 商品url 상품url 产品链接 商品链接`,
  productTitle: `producttitle productname product item itemname itemtitle produktname produkt produkttitel produit nomduproduit titreduproduit producto nombredelproducto prodotto
    nomeprodotto productnaam artikel produto nomedoproduto sanpham tensanpham 商品名 商品 製品名 상품명 상품 제품명 产品 产品名称 商品名称 產品名稱
    artikelname artikelbezeichnung produktbezeichnung nomproduit article nomdelarticle designation articulo nombreproducto tituloproducto titulodelproducto
    articolo nomedelprodotto titoloprodotto producttitel artikelnaam nomeproduto tituloproduto titulodoproduto artigo`,
  sku: `sku productsku variantsku itemsku artikelnummer reference referencia codice 품번 货号
    ean ean13 gtin gtin13 gtin14 upc barcode isbn isbn13 jan asin mpn modelnumber partnumber articlenumber productcode itemcode itemnumber`,
  variantId: `variantid productvariantid shopifyvariantid`,
  variant: `variant varianttitle variantname productvariant option options variante variantebezeichnung 规格 옵션 バリエーション
    skuinfo variation variations skuattributes itemvariant selectedoptions`,
  status: `status state reviewstatus approvalstatus published ispublished publish approved isapproved visibility moderation zustand statut etat estado stato statoapprovazione
    trangthai ステータス 状態 상태 状态 狀態`,
  hidden: `hidden ishidden`,
  featured: `featured isfeatured feature highlighted`,
  pinned: `pinned ispinned`,
  verified: `verified verifiedpurchase verifiedbuyer isverified isverifiedbuyer verifypurchase verifiedreview verifiziert verifie verificado verificato geverifieerd
    isverifiedpurchase verifiedcustomer purchaseverified verifiedreviewer verifizierterkauf achatverifie compraverificada acquistoverificato
    geverifieerdeaankoop`,
  incentivized: `incentivized isincentivized incentivised`,
  reply: `reply replycontent replytext replybody merchantreply response storereply shopreply ownerresponse adminreply publicreply antwort reponse respuesta risposta antwoord resposta
    phanhoi 返信 回复 回覆 답변 답글
    antworten handlerantwort haendlerantwort shopantwort antwortdesshops reponses reponsedumarchand reponseduvendeur reponsedelaboutique respuestas
    respuestadelvendedor respuestadelatienda risposte rispostadelvenditore rispostadelnegozio antwoorden antwoordvandewinkel reactievandewinkel respostas
    respostadaloja respostadovendedor
    companyresponse companyreply businessresponse businessreply sellerresponse sellerreply merchantresponse vendorresponse vendorreply brandresponse
    brandreply ownerreply managementresponse developerresponse developerreply shopresponse storeresponse adminresponse supportreply supportresponse
    officialreply officialresponse replymessage replycomment responsetext responsebody responsecontent responsemessage answertext answer`,
  replyDate: `replydate repliedat replycreatedat replyat datereply replydatecreated responsedate antwortdatum datedereponse fechaderespuesta
    datumderantwort datedelareponse fechadelarespuesta datarisposta datadellarisposta antwoorddatum datumantwoord datadaresposta
    repliedon respondedat respondedon responsecreatedat responsetime replytime companyreplydate companyresponsedate sellerreplydate businessreplydate
    ownerreplydate merchantreplydate replycreationdate replypublishedat`,
  replyIsPublic: `replyispublic ispublicreply`,
  pictures: `pictureurls photourl photourls imageurls imageurl images image pictures picture photos photo photourl1 imageurl1 image1 photo1 picture1 img imgs reviewimages reviewphotos media
    mediaurls attachments bilder bild fotos foto imagenes imagen immagini immagine fotourls afbeeldingen imagens imagem hinhanh anh 写真 画像 사진 이미지 图片 圖片 照片
    bildurl fotolink bildlink urlphoto lienphoto urlimage lienimage urlfoto urlimagen fotografia fotografias immagineurl urlimmagine fotografie afbeelding
    afbeeldingurl urldafoto urlimagem urldaimagem
    reviewimage reviewphoto reviewpictures reviewpicture imagelink imagelinks photolink photolinks picurl picurls pics pic mediaurl mediaurl1
    attachment`,
  pictures2: `photourl2 imageurl2 image2 photo2 picture2 pictureurl2`,
  pictures3: `photourl3 imageurl3 image3 photo3 picture3 pictureurl3`,
  pictures4: `photourl4 imageurl4 image4 photo4 picture4 pictureurl4`,
  pictures5: `photourl5 imageurl5 image5 photo5 picture5 pictureurl5`,
  videos: `videourl videourls video videos reviewvideo reviewvideos videolink 動画 视频 영상
    videolinks reviewvideourl`,
  location: `location city place ort stadt standort ville lieu ciudad ubicacion citta luogo plaats stad cidade localizacao diadiem 場所 地点 지역
    region reviewlocation customerlocation state province`,
  country: `country countrycode authorcountry customercountry reviewercountry land pays pais paese quocgia 国 国家 國家 국가
    buyercountry buyercountrycode usercountry reviewcountry countryname countryiso`,
  externalId: `reviewid id externalid reviewuuid uuid commentid bewertungsid idavis idresena idrecensione
    evaluationid feedbackid ratingid testimonialid reviewidentifier entryid recordid reviewno reviewnumber reviewcode uniqueid guid`,
}
