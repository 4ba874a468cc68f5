@echo off
rem JMeter with its ordinary arguments and no install; without arguments it opens the GUI. The same door as bench.cmd.
setlocal
set "BENCH_PROGRAM=jmeterw"
call "%~dp0bench.cmd" %*
exit /b %errorlevel%
