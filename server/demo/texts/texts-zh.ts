import { lines, type LanguageTexts } from './texts-shape.ts'

export const chinese: LanguageTexts = {
  locale: 'zh',
  joiner: '',
  places: [
    ['CN', '杭州'],
    ['CN', '成都'],
    ['CN', '厦门'],
    ['SG', '新加坡'],
    ['CN', '苏州'],
  ],
  first: lines(`雨桐|浩然|思远|梦洁|子涵|嘉怡|文博|晓燕|志强`),
  last: lines(`王|李|张|刘|陈|杨|赵|黄|周`),
  titles: {
    good: lines(`非常满意|比照片还好看|每天都在用|做工很用心|会回购`),
    fair: lines(`还不错|有点小遗憾`),
    poor: lines(`不如预期|已退货`),
  },
  openers: {
    good: lines(`找这样的东西找了很久。|一打开盒子就很喜欢。|价格犹豫过，现在觉得很值。|到货以后每天都在用。`),
    fair: lines(`总体喜欢，但有一点小问题。|不错，只是没有想象中那么好。`),
    poor: lines(`本来很期待，结果有些失望。|这个价格应该更好一些。`),
  },
  about: {
    table: {
      good: lines(`釉色很有层次，不同光线下颜色会变。|拿在手里分量刚好。|放洗碗机洗过很多次，还像新的一样。`),
      fair: lines(`颜色比屏幕上深一点。`),
      poor: lines(`收到时杯口有缺角。`),
    },
    kitchen: {
      good: lines(`看得出设计的人自己也下厨。|[hard] 一分钟就能洗干净，很省心。`),
      fair: lines(`需要多花点心思保养。`),
      poor: lines(`[hard] 洗了两次就变形了。`),
    },
    home: {
      good: lines(`[cloth] 第一晚就很柔软，越洗越舒服。|家里的猫已经占为己有。`),
      fair: lines(`[cloth] 刚开始会掉一点毛。`),
      poor: lines(`[cloth] 洗一次就走样了。`),
    },
    care: {
      good: lines(`[scent] 香味淡淡的，不会充满整间屋子。|[skin] 干裂的手四天就好了。`),
      fair: lines(`[scent] 味道好闻，就是有点淡。`),
      poor: lines(`[scent] 几乎闻不到香味。`),
    },
    wear: {
      good: lines(`[sleeves] 尺码很准，袖子也够长。|一点都不扎，敏感皮肤也没问题。`),
      fair: lines(`版型偏大一点。`),
      poor: lines(`冷水洗也缩水了。`),
    },
    outdoor: {
      good: lines(`[inside] 下了一整夜的雨，里面一点没湿。|背着轻，用着踏实。`),
      fair: lines(`[folds] 收纳袋有点紧。`),
      poor: lines(`[straps] 第二次出门带子就断了。`),
    },
    garden: {
      good: lines(`放在那里好像一直就属于那里。|[outside] 在室外过了一个冬天，毫无痕迹。`),
      fair: lines(`比想象中小一些。`),
      poor: lines(`[outside] 收到时有一处凹痕。`),
    },
  },
  life: lines(`发货很快，包装没有用塑料。|给妈妈也买了一个，她很喜欢。|包裹里有一张手写的卡片，很暖心。`),
  closers: {
    good: lines(`推荐购买。|还会再来。|不用犹豫。`),
    fair: lines(`还是会继续用。|三星比较公道。`),
    poor: lines(`有点可惜。|不会再买了。`),
  },
  replies: {
    good: lines(`{name}，谢谢您的好评！我们在工坊里一起读了。`),
    poor: lines(`{name}，非常抱歉，今天就为您补发一件。`),
  },
}
