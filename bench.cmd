@echo off
rem The one command on Windows. launcher\ finds a JDK (21 or newer), builds if a source changed and runs the harness.
setlocal
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" -fullversion >nul 2>&1 || goto nojava
"%java%" -XX:TieredStopAtLevel=1 "-Dbench.root=%~dp0." "%~dp0launcher\src\main\java\Bench.java" %*
exit /b %errorlevel%
:nojava
echo bench: no Java 17 or newer found; install a JDK and set JAVA_HOME to it 1>&2
exit /b 2
