@echo off
rem The one command on Windows. launcher\ finds a JDK (21 or newer), builds if a source changed and runs the harness.
setlocal
if not defined BENCH_PROGRAM set "BENCH_PROGRAM=bench"
set "given=%PATH%"
set "major="
if defined JAVA_HOME call :find "%JAVA_HOME%\bin;%given%"
if not defined major call :find "%given%"
if not defined major (
	echo %BENCH_PROGRAM%: no Java 17 or newer found; install a JDK ^(Temurin 25 is what we measure with^) or set JAVA_HOME to it 1>&2
	exit /b 2
)
java -XX:TieredStopAtLevel=1 "-Dbench.root=%~dp0." "-Dbench.program=%BENCH_PROGRAM%" "%~dp0launcher\src\main\java\Bench.java" %*
exit /b %errorlevel%

rem Takes the first java of a path if it is 17 or newer. It says: java full version "25.0.3+9-LTS", or "1.8.0_402-b06".
:find
set "PATH=%~1"
for /f tokens^=2^ delims^=^" %%v in ('java -fullversion 2^>^&1') do for /f "delims=.+-" %%m in ("%%v") do if %%m GEQ 17 set "major=%%m"
exit /b
