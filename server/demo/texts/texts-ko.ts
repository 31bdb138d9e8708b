import { lines, type LanguageTexts } from './texts-shape.ts'

export const korean: LanguageTexts = {
  locale: 'ko',
  places: [
    ['KR', '서울'],
    ['KR', '부산'],
    ['KR', '전주'],
    ['KR', '강릉'],
  ],
  first: lines(`지우|민준|서연|현우|수빈|도윤|하은|준서|유진`),
  last: lines(`김|이|박|최|정|강|조|윤|임`),
  titles: {
    good: lines(`정말 만족해요|사진보다 예뻐요|매일 쓰고 있어요|정성이 느껴져요|또 살 거예요`),
    fair: lines(`괜찮아요|조금 아쉬워요`),
    poor: lines(`기대보다 별로예요|반품했어요`),
  },
  openers: {
    good: lines(
      `오랫동안 찾던 제품이에요.|상자를 열자마자 웃음이 났어요.|가격 때문에 망설였는데 사길 잘했어요.|도착한 뒤로 매일 쓰고 있어요.`,
    ),
    fair: lines(`마음에 들지만 한 가지 아쉬운 점이 있어요.|좋긴 한데 완벽하진 않아요.`),
    poor: lines(`기대가 컸는데 실망했어요.|이 가격이면 더 나을 줄 알았어요.`),
  },
  about: {
    table: {
      good: lines(
        `유약 색이 깊고 빛에 따라 달라 보여요.|손에 쥐는 느낌이 아주 좋아요.|식기세척기에 돌려도 새것 같아요.`,
      ),
      fair: lines(`색이 화면보다 조금 어두워요.`),
      poor: lines(`가장자리가 깨진 채로 왔어요.`),
    },
    kitchen: {
      good: lines(`요리하는 사람이 만든 게 느껴져요.|[hard] 금방 씻을 수 있어서 편해요.`),
      fair: lines(`생각보다 관리가 필요해요.`),
      poor: lines(`[hard] 두 번 씻었더니 휘었어요.`),
    },
    home: {
      good: lines(`[cloth] 처음부터 부드럽고 빨수록 더 좋아져요.|고양이가 차지해 버렸어요.`),
      fair: lines(`[cloth] 처음엔 보풀이 조금 나와요.`),
      poor: lines(`[cloth] 한 번 빨았는데 모양이 망가졌어요.`),
    },
    care: {
      good: lines(`[scent] 향이 은은해서 오래 맡아도 좋아요.|[skin] 거친 손이 나흘 만에 좋아졌어요.`),
      fair: lines(`[scent] 좋지만 향이 조금 약해요.`),
      poor: lines(`[scent] 향이 거의 나지 않아요.`),
    },
    wear: {
      good: lines(`[sleeves] 사이즈가 딱 맞고 소매 길이도 좋아요.|전혀 따갑지 않아요.`),
      fair: lines(`조금 크게 나왔어요.`),
      poor: lines(`찬물에 빨았는데도 줄었어요.`),
    },
    outdoor: {
      good: lines(`[inside] 밤새 비가 왔는데 안은 보송했어요.|가볍고 튼튼해서 믿음이 가요.`),
      fair: lines(`[folds] 수납 주머니가 좀 빡빡해요.`),
      poor: lines(`[straps] 두 번째 여행에서 끈이 뜯어졌어요.`),
    },
    garden: {
      good: lines(`원래 그 자리에 있던 것처럼 잘 어울려요.|[outside] 겨울 내내 밖에 두었는데 멀쩡해요.`),
      fair: lines(`생각보다 조금 작아요.`),
      poor: lines(`[outside] 찌그러진 채로 도착했어요.`),
    },
  },
  life: lines(
    `배송이 빠르고 포장에 비닐이 없었어요.|엄마께 선물했더니 정말 좋아하셨어요.|손글씨 카드가 들어 있었어요.`,
  ),
  closers: {
    good: lines(`추천합니다.|또 주문할게요.|고민 말고 사세요.`),
    fair: lines(`그래도 잘 쓸게요.|별 세 개가 적당해요.`),
    poor: lines(`아쉽네요.|다시 사지는 않을 거예요.`),
  },
  replies: {
    good: lines(`{name} 님, 따뜻한 후기 감사합니다. 공방 식구들과 함께 읽었어요.`),
    poor: lines(`{name} 님, 죄송합니다. 오늘 바로 새 제품을 보내 드리겠습니다.`),
  },
}
