package lab.harness.lesson;

import lab.harness.report.Language;

/**
 * The sentences of the lessons that are not data, in every language.
 */
enum Phrase {

	// @formatter:off
	PREDICT("Predict. Enter alone means: I don't know.", "先预测。直接按回车表示“不知道”。"),
	GIVE("Your own service, as far as you know it. Enter alone means: I don't know.",
			"你自己的服务，知道多少填多少。直接按回车表示“不知道”。"),
	NO_NUMBER("'%s' is no number; write one such as 120, or nothing.", "“%s”不是数字。请写一个数，例如 120，或者什么也不写。"),
	NOT_POSITIVE("'%s' is no number above 0, at most 100000 req/s, 10 minutes, whole threads; write one such as 120, or nothing.",
			"“%s”不行：要大于 0，每秒最多 100000 个，最长 10 分钟，线程数是整数。请写一个数，例如 120，或者什么也不写。"),
	PROMPT("%s, %s:", "%s（%s）："),
	KEPT("Kept. Enter starts the run; in a class wait for the teacher.", "已记下。按回车开始运行；上课时请等老师。"),
	MEASURED_BEFORE("Measured before; kept in %s.", "之前已经测过，保存在 %s。"),
	QUESTION("question", "问题"),
	UNIT("unit", "单位"),
	YOU("you", "你的预测"),
	LAW("law", "法则"),
	MEASURED("measured", "实测"),
	OFF_BY("off by", "相差"),
	PREDICTED("You predicted %d of %d.", "你预测对了 %d 个，共 %d 个。"),
	STATE_OK("ok", "有效"),
	STATE_DISTURBED("disturbed", "受干扰"),
	STATE_INVALID("invalid", "无效"),
	DISTURBED("Other programs disturbed the run: its figures are marked, and the lesson goes on. The same command measures again.",
			"运行时受到其他程序干扰：结果已作标记，课程继续。再执行同一个命令会重新测量。"),
	INVALID("The run is invalid (%s): its figures are marked, and the lesson goes on. The same command measures again.",
			"这次运行无效（%s）：结果已作标记，课程继续。再执行同一个命令会重新测量。"),
	CHOOSE("Your answer, 1 to %d:", "你的答案，1 到 %d："),
	NO_CHOICE("'%s' is none of 1 to %d.", "“%s”不在 1 到 %d 之内。"),
	ANSWER_WITH("Answer with: %s", "用这个命令回答：%s"),
	RIGHT("Right. %s", "对。%s"),
	WRONG("No. %s", "不对。%s"),
	RIGHT_IS("Right is: %s %s", "正确的是：%s%s"),
	EXERCISE("Exercise: %s", "练习：%s"),
	YOUR_FILE("Your file: %s. Change it, then: %s", "你的文件：%s。修改之后执行：%s"),
	HINT_IS("A hint: %s", "看提示：%s"),
	HINT("Hint %d of %d: %s", "提示 %d/%d：%s"),
	NO_HINT("There is no other hint; after a check the solution is: %s", "没有更多提示了。检查过一次之后可以看答案：%s"),
	RESET("As it was: %s", "已恢复原样：%s"),
	CHECK_FIRST("Check your file once before you look: %s", "看答案之前，先检查一次你的文件：%s"),
	SOLUTION("The solution: %s", "答案：%s"),
	CHANGED("not solved: %s was changed; the exercise is: %s To begin anew: %s", "未解决：%s 被改动了；题目是：%s重新开始：%s"),
	COMPILE("not solved: it does not compile: %s", "未解决：编译不通过：%s"),
	NOT_MEASURED("not solved: your file does not measure %s", "未解决：你的文件没有测量 %s"),
	FAILED_RUN("not solved: %s", "未解决：%s"),
	PASSED("passed", "通过"),
	NOT_PASSED("not passed", "未通过"),
	TESTED("tested", "检查项"),
	EXPECTED("expected", "应为"),
	NOT_SOLVED("not solved", "未解决"),
	SOLVED("solved", "已解决"),
	SOLVED_WITH_SOLUTION("solved with the solution", "用答案解决"),
	DISTURBED_CHECK("other programs disturbed the run: check again if in doubt", "运行时受到其他程序干扰：如有疑问，请再检查一次"),
	UNKNOWN_SERVICE("Without the requests a second and the time that one waits, the law says nothing. Measure both: %s",
			"不知道每秒请求数和每个请求的等待时间，法则就说不出什么。先测量这两个数：%s"),
	DECIDE("Your decision for your own service, in one sentence:", "你对自己的服务的决定，一句话："),
	MIND("Which figure would change your mind:", "哪个数字会让你改变主意："),
	CHANGES("; changed by: %s", "；改变主意：%s"),
	ALL_ADVICE("With models, costs and a guard: %s", "加上模型、代价和保护：%s"),
	YOUR_LIMIT("At most, in req/s: you %s, the law %s.", "最多每秒多少个请求：你 %s，法则 %s。"),
	TOO_LONG("%d characters; accepted: %d. Write it shorter.", "有 %d 个字符，最多 %d 个。请写短一些。"),
	DECIDED("Kept: %s", "已保存：%s"),
	DECIDE_WITH("Keep your decision with: %s", "用这个命令保存你的决定：%s"),
	LESSON("lesson", "课"),
	MINUTES("minutes", "分钟"),
	PREDICTIONS("predicted", "预测"),
	SOLUTIONS("exercise", "练习"),
	NEXT("Begin with: %s", "从这里开始：%s"),
	PAGE_TITLE("What I predicted, measured and decided", "我的预测、测量与决定"),
	MY_ANSWER("Why: %s", "为什么：%s"),
	MY_FILE("My file, %s: `%s`", "我的文件，%s：`%s`"),
	MY_FIGURES("; I predicted: %s", "；我的预测：%s"),
	MY_DECISION("My decision", "我的决定"),
	MY_FILES("My files", "我的文件"),
	MONDAY("On Monday", "星期一"),
	MONDAY_WORDS("In the folder of the laboratory, with the jar and the path of my service:",
			"在实验室的目录中，换成我的服务的 jar 和路径：");
	// @formatter:on

	private final Words words;

	Phrase(String en, String zh) {
		this.words = new Words(en, zh);
	}

	String in(Language language, Object... values) {
		return (values.length == 0) ? this.words.in(language) : this.words.in(language).formatted(values);
	}

}
