@echo off
rem JMeter on Windows with its ordinary arguments and no install; without arguments it opens the GUI. The same door as bench.cmd.
setlocal
set "BENCH_PROGRAM=jmeterw"
"%~dp0bench.cmd" %*
