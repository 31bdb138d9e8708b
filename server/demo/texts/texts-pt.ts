import { lines, type LanguageTexts } from './texts-shape.ts'

export const portuguese: LanguageTexts = {
  locale: 'pt',
  places: [
    ['BR', 'Curitiba'],
    ['BR', 'Recife'],
    ['BR', 'Belo Horizonte'],
    ['PT', 'Braga'],
    ['BR', 'Florianópolis'],
  ],
  first: lines(`Marina|Thiago|Beatriz|João|Larissa|Caio|Inês|Rafael|Helena|Vinícius`),
  last: lines(`Azevedo|Nascimento|Ferreira|Gonçalves|Ribeiro|Araújo|Moura|Teixeira|Cardoso|Brandão`),
  titles: {
    good: lines(
      `Uma delícia|Mais bonito que na foto|Vale cada centavo|Feito com carinho|Compraria de novo|Simples e lindo`,
    ),
    fair: lines(`Bom, mas|Razoável|Quase perfeito`),
    poor: lines(`Esperava mais|Devolvi|Decepção`),
  },
  openers: {
    good: lines(
      `Procurava algo assim há anos.|Tirei da caixa e sorri.|Fiquei em dúvida pelo preço, hoje não mais.|Usamos todos os dias desde que chegou.|Segunda compra aqui e outra vez amei.`,
    ),
    fair: lines(`Gostei, com uma ressalva.|É bonito, mas não é perfeito.`),
    poor: lines(`Queria muito ter gostado.|Por esse preço eu esperava outra coisa.`),
  },
  about: {
    table: {
      good: lines(
        `O esmalte tem uma profundidade que a foto não mostra.|Tem o peso certo e é gostoso de segurar.|Vai na lava-louças e continua novo.`,
      ),
      fair: lines(`A cor é um pouco mais escura do que na tela.`),
      poor: lines(`Chegou lascado na borda.`),
    },
    kitchen: {
      good: lines(
        `Dá para ver que quem desenhou cozinha.|[hard] Limpa em um minuto, e isso é tudo.|O café de domingo virou cerimônia.`,
      ),
      fair: lines(`Pede um pouco mais de cuidado do que eu pensava.`),
      poor: lines(`[hard] Empenou na segunda lavagem.`),
    },
    home: {
      good: lines(
        `[cloth] Macio desde a primeira noite e cada vez mais.|O cachorro tomou conta.|A cor é calma e combina com tudo.`,
      ),
      fair: lines(`[cloth] Solta um pouco de fiapo no começo.`),
      poor: lines(`[cloth] Perdeu a forma na primeira lavagem.`),
    },
    care: {
      good: lines(
        `[scent] O cheiro aparece sem tomar a casa inteira.|[wick] Queima por igual até o fim.|[skin] Minhas mãos ressecadas melhoraram em quatro dias.`,
      ),
      fair: lines(`[scent] Agradável, mas o cheiro é fraco.`),
      poor: lines(`[scent] Não senti cheiro nenhum.`),
    },
    wear: {
      good: lines(
        `[sleeves] Tamanho certo e mangas compridas, enfim.|Não pinica nada, e eu sou sensível.|Dez lavagens e parece novo.`,
      ),
      fair: lines(`A modelagem é um pouco grande.`),
      poor: lines(`Encolheu mesmo lavando com água fria.`),
    },
    outdoor: {
      good: lines(
        `[inside] Uma noite inteira de chuva e tudo seco por dentro.|Leve para carregar, firme para confiar.|No camping três pessoas perguntaram onde comprei.`,
      ),
      fair: lines(`[folds] A bolsa que vem junto é apertada.`),
      poor: lines(`[straps] A alça rasgou na segunda viagem.`),
    },
    garden: {
      good: lines(
        `Parece que sempre esteve ali.|[outside] Passou o inverno lá fora sem uma marca.|Simples e pensado até o último parafuso.`,
      ),
      fair: lines(`Um pouco menor do que imaginei.`),
      poor: lines(`[outside] Chegou amassado de um lado.`),
    },
  },
  life: lines(
    `Chegou em quatro dias e sem plástico.|Dei um para minha mãe e ela adorou.|Veio um bilhete escrito à mão.|Perguntei antes e uma pessoa de verdade respondeu.`,
  ),
  closers: {
    good: lines(`Recomendo demais.|Vou voltar.|Cinco estrelas sem pensar.|Obrigada por fazerem coisas assim.`),
    fair: lines(`Mesmo assim vou ficar com ele.|Três estrelas é justo.`),
    poor: lines(`Uma pena.|Não compraria de novo.`),
  },
  replies: {
    good: lines(
      `Muito obrigado, {name}! Lemos em voz alta na oficina.|Que alegria, {name}. Que dure muitos anos com você.`,
    ),
    poor: lines(`Sentimos muito, {name}. Não era para sair assim; hoje mesmo enviamos outro.`),
  },
}
